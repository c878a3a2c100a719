import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { redAndBlue } from '../../test/pictures.ts';
import { tinyModelUrl } from '../../test/tiny-model.ts';
import type { Segmenter } from '../public-api.ts';
import { segmentFrames } from './segment-frames.ts';

afterEach(() => vi.unstubAllGlobals());

const size = { widthPx: 40, heightPx: 20 };

/** A segmenter whose subject is what is red. */
const redness = {
  async segment(source: ImageData) {
    const pixels = source.data.slice();
    for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 0) < 128) pixels.fill(0, at, at + 4);
    return { pixels, run: { model: 'redness' } };
  },
} as unknown as Segmenter;

/** Returns a frame whose left part is red. */
function frameWith(redPx: number, index: number): VideoFrame {
  const { data, width, height } = redAndBlue(size.widthPx, size.heightPx, redPx);
  const place = { timestamp: index * 40_000, duration: 40_000 };
  return new VideoFrame(data, { format: 'RGBA', codedWidth: width, codedHeight: height, ...place });
}

/** A stream of frames without a queue. It records what is asked of it. */
function source(count: number) {
  const made: VideoFrame[] = [];
  const cancelled: unknown[] = [];
  const stream = new ReadableStream<VideoFrame>(
    {
      pull(controller) {
        if (made.length === count) {
          controller.close();
          return;
        }
        const frame = frameWith(10 + 4 * made.length, made.length);
        made.push(frame);
        controller.enqueue(frame);
      },
      cancel: (reason) => void cancelled.push(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, made, cancelled };
}

const isClosed = (frame: VideoFrame) => frame.codedWidth === 0;

/** Returns the number of opaque pixels in a frame's first row, and closes the frame. */
async function opaquePx(frame: VideoFrame): Promise<number> {
  const pixels = new Uint8Array(frame.allocationSize());
  await frame.copyTo(pixels);
  frame.close();
  return pixels.subarray(0, size.widthPx * 4).filter((value, at) => at % 4 === 3 && value === 255).length;
}

describe('a stream of frames', () => {
  test('becomes a stream of cut-outs with the same times, and each frame is closed', async () => {
    const { stream, made } = source(3);
    const seen: object[] = [];
    const reader = segmentFrames(stream, { segmenter: redness }).getReader();
    for (;;) {
      const { value: frame, done } = await reader.read();
      if (done) break;
      const { timestamp, duration, displayWidth, displayHeight, format } = frame;
      seen.push({ timestamp, duration, displayWidth, displayHeight, format, opaquePx: await opaquePx(frame) });
    }
    const whole = { duration: 40_000, displayWidth: 40, displayHeight: 20, format: 'RGBA' };
    expect(seen).toEqual([0, 1, 2].map((index) => ({ ...whole, timestamp: index * 40_000, opaquePx: 10 + 4 * index })));
    expect(made.map(isClosed)).toEqual([true, true, true]);
  });

  test('is read one frame at a time, when the one before has been taken', async () => {
    const { stream, made } = source(9);
    const reader = segmentFrames(stream, { segmenter: redness }).getReader();
    expect(made).toHaveLength(0);
    for (const expected of [1, 2]) {
      const { value } = await reader.read();
      value?.close();
      await new Promise((resolve) => setTimeout(resolve));
      expect(made).toHaveLength(expected);
    }
    await reader.cancel();
  });

  test('is cancelled with the result, and no frame stays open', async () => {
    const { stream, made, cancelled } = source(9);
    const reader = segmentFrames(stream, { segmenter: redness }).getReader();
    (await reader.read()).value?.close();
    await reader.cancel('enough');
    expect(cancelled).toEqual(['enough']);
    expect(made.map(isClosed)).toEqual([true]);
  });

  test('ends with the reason of an abort, while a frame is in progress', async () => {
    const { stream, made, cancelled } = source(9);
    const stop = new AbortController();
    const reason = new Error('enough');
    const signals: (AbortSignal | undefined)[] = [];
    const segmenter = {
      segment: (_: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason));
          stop.abort(reason);
        }),
    } as unknown as Segmenter;
    const reader = segmentFrames(stream, { segmenter, signal: stop.signal }).getReader();
    await expect(reader.read()).rejects.toBe(reason);
    expect(signals[0]?.aborted).toBe(true);
    expect(cancelled).toEqual([reason]);
    await vi.waitFor(() => expect(made.map(isClosed)).toEqual([true]));
  });

  test('ends with the reason of an abort, while no frame arrives', async () => {
    const stop = new AbortController();
    const never = new ReadableStream<VideoFrame>({});
    const reader = segmentFrames(never, { segmenter: redness, signal: stop.signal }).getReader();
    const outcome = expect(reader.read()).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await outcome;
  });

  test('ends with the error of the segmenter, and is cancelled', async () => {
    const { stream, made, cancelled } = source(9);
    const failing = { segment: () => Promise.reject(new Error('no memory')) } as unknown as Segmenter;
    const reader = segmentFrames(stream, { segmenter: failing }).getReader();
    await expect(reader.read()).rejects.toThrow('no memory');
    expect(made.map(isClosed)).toEqual([true]);
    expect(cancelled).toHaveLength(1);
  });
});

describe('a reason has a code', () => {
  test('without WebCodecs', () => {
    vi.stubGlobal('VideoFrame', undefined);
    const call = () => segmentFrames(new ReadableStream(), { segmenter: redness });
    expect(call).toThrow(expect.objectContaining({ name: 'FramesError', code: 'no-video-frame' }));
  });

  test.each([
    ['a closed frame', () => frameWith(4, 0), /closed/],
    ['no frame', () => 'text', /contains String, not VideoFrame/],
  ])('for %s', async (_, make, detail) => {
    const chunk = make();
    if (chunk instanceof VideoFrame) chunk.close();
    const stream = new ReadableStream({ start: (controller) => controller.enqueue(chunk) });
    const reader = segmentFrames(stream as ReadableStream<VideoFrame>, { segmenter: redness }).getReader();
    const detailed = expect.stringMatching(detail);
    await expect(reader.read()).rejects.toMatchObject({ code: 'frame-unreadable', detail: detailed });
  });

  test('for options that do not exist', () => {
    const options = { outputs: [] } as never;
    expect(() => segmentFrames(new ReadableStream(), options)).toThrow(TypeError);
  });
});

describe('with the real segmenter', { tags: ['long'] }, () => {
  let manifestUrl = '';
  beforeAll(async () => {
    manifestUrl = await tinyModelUrl();
  });

  test('a red part is cut out of each frame', async () => {
    const { stream } = source(2);
    const reader = segmentFrames(stream, { manifestUrl }).getReader();
    for (const redPx of [10, 14]) {
      const { value } = await reader.read();
      const found = value ? await opaquePx(value) : 0;
      expect(Math.abs(found - redPx)).toBeLessThanOrEqual(4);
    }
    await reader.cancel();
  });
});
