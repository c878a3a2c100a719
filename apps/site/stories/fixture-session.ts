import { createSegmentationSession, type SegmentationSession } from '@isola/editor';
import { segmentationOf } from '@isola/editor/testing';
import { SegmenterError } from '@isola/segmenter';

import mugMatteUrl from '../../../pictures/mug.alpha.png';
import mugUrl from '../../../pictures/mug.jpg';

/** State of the open image in a story. */
export type FixtureState = 'empty' | 'working' | 'done' | 'failed' | 'disposed' | 'without-model';

/** Creates a session with a sample image. Its result is a stored matte; no model runs. */
export async function createFixtureSession(state: FixtureState): Promise<SegmentationSession> {
  const session = createSegmentationSession(() =>
    state === 'without-model'
      ? Promise.reject(new SegmenterError('model-load-failed', 'no connection'))
      : Promise.resolve({
          segment: (_, options) => {
            if (state === 'failed') return Promise.reject(new SegmenterError('out-of-memory', 'a fixture'));
            if (state === 'disposed') return Promise.reject(new SegmenterError('disposed'));
            options?.onProgress?.({ stage: 'segmenting', loaded: 62, total: 100, unit: 'percent' });
            return new Promise(() => undefined);
          },
        }),
  );
  if (state === 'empty') return session;
  const file = await fetchBlob(mugUrl);
  const image = { file, name: 'mug.jpg', url: URL.createObjectURL(file) };
  if (state !== 'done') session.resume(image, true);
  else {
    const matte = await readMatte();
    const result = await segmentationOf(await cutOut(file, matte), matte);
    session.open(image, { ...result, run: { ...result.run, timingsMs: { ...result.run.timingsMs, complete: 1420 } } });
  }
  return session;
}

async function readMatte() {
  const { pixels, widthPx, heightPx } = await draw(await fetchBlob(mugMatteUrl));
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => pixels.data[at * 4] ?? 0);
  return { widthPx, heightPx, data };
}

/** Returns the image with the matte as its alpha channel. */
async function cutOut(file: Blob, { data }: { readonly data: Uint8ClampedArray }): Promise<Blob> {
  const { context, pixels } = await draw(file);
  for (const [at, alpha] of data.entries()) pixels.data[at * 4 + 3] = alpha;
  context.putImageData(pixels, 0, 0);
  return context.canvas.convertToBlob();
}

async function draw(file: Blob) {
  const bitmap = await createImageBitmap(file);
  const { width: widthPx, height: heightPx } = bitmap;
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
  if (!context) throw new Error('no 2D canvas');
  context.drawImage(bitmap, 0, 0);
  return { context, pixels: context.getImageData(0, 0, widthPx, heightPx), widthPx, heightPx };
}

async function fetchBlob(url: string): Promise<Blob> {
  return (await fetch(url)).blob();
}
