import type { Answer, GpuMeasurement, GpuTask } from './measure-worker.ts';

declare global {
  interface Window {
    measureGpu(task: GpuTask): Promise<GpuMeasurement>;
  }
}

window.measureGpu = (task) => {
  const worker = new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage(task);
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if ('failure' in data) reject(new Error(data.failure));
      else resolve(data.measurement);
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  });
};
