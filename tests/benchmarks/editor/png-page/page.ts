import type { Answer, PngMeasurement, PngTask } from './measure-worker.ts';

declare global {
  interface Window {
    measurePng(task: PngTask): Promise<PngMeasurement>;
  }
}

window.measurePng = async (task) => {
  const worker = new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<PngMeasurement>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        if ('failure' in data) reject(new Error(data.failure));
        else resolve(data.measurement);
      });
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
  }
};
