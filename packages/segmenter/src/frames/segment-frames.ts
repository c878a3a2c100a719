import { check } from '../api/check.ts';
import { createFrameCutter, type FrameCutter } from '../animation/frame-cutter.ts';
import { createFrameReader, frameOf } from './frame-pixels.ts';
import { FramesError } from './frames-error.ts';
import { type FramesOptions, framesRules, segmenterOf } from './frames-options.ts';

/**
 * Cuts out the frames of a video. The result has the frames' timestamps and durations, and an alpha whose edge does not
 * flicker. A frame is read when the one before it has been taken: one is in progress, and none wait. Each frame that was read
 * is closed, also after an abort or an error. The frames of the result are the reader's to close.
 *
 * An error and an abort cancel `frames` and end the result with the reason; cancelling the result cancels `frames`, too.
 * @param frames for example the `readable` of a `MediaStreamTrackProcessor`, or the output of a `VideoDecoder`. Frames of
 *   another size than the one before begin anew.
 * @throws {FramesError} `no-video-frame` when the browser has no WebCodecs. The result ends with `frame-unreadable`, or with an
 *   error of `segment`. {TypeError} for an option that does not exist; {RangeError} for a value that an option cannot have.
 * @example
 * const { readable } = new MediaStreamTrackProcessor({ track });
 * for await (const frame of segmentFrames(readable, { manifestUrl: '/models/manifest.json' })) {
 *   context.clearRect(0, 0, canvas.width, canvas.height);
 *   context.drawImage(frame, 0, 0);
 *   frame.close();
 * }
 */
export function segmentFrames(
  frames: ReadableStream<VideoFrame>,
  options: FramesOptions = {},
): ReadableStream<VideoFrame> {
  check(options, framesRules);
  if (typeof VideoFrame !== 'function') throw new FramesError('no-video-frame', 'the browser has no VideoFrame');
  const reader = frames.getReader();
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal ? [options.signal] : [])]);
  const cutter = createSizedCutter(options, signal);

  /** Cancels the input, whose own failure to be cancelled changes nothing. */
  function end(reason: unknown): void {
    ending.abort(reason);
    reader.cancel(reason).catch(() => undefined);
  }

  return new ReadableStream<VideoFrame>(
    {
      start(controller) {
        // The reader of the result learns of the abort at once, even while no frame arrives.
        const abort = () => {
          controller.error(signal.reason);
          end(signal.reason);
        };
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      },
      async pull(controller) {
        try {
          const { value: frame, done } = await reader.read();
          if (done) {
            if (!signal.aborted) controller.close();
            return;
          }
          const result = await closing(frame, (open) => cutter.cutOut(open));
          if (signal.aborted) result.close();
          else controller.enqueue(result);
        } catch (error) {
          if (signal.aborted) return;
          end(error);
          throw error;
        }
      },
      cancel: end,
    },
    // No frame is read before it is asked for.
    { highWaterMark: 0 },
  );
}

/** Works on a frame and closes it. @throws {FramesError} `frame-unreadable` when it is no frame. */
async function closing<T>(frame: unknown, work: (frame: VideoFrame) => Promise<T>): Promise<T> {
  if (!(frame instanceof VideoFrame)) {
    const kind = Object.prototype.toString.call(frame).slice('[object '.length, -1);
    throw new FramesError('frame-unreadable', `the stream contains ${kind}, not VideoFrame`);
  }
  try {
    return await work(frame);
  } finally {
    frame.close();
  }
}

/** Cuts out frames whose size may change from one to the next. */
function createSizedCutter(options: FramesOptions, signal: AbortSignal) {
  const reader = createFrameReader();
  const segmenter = segmenterOf(options);
  const call = { outputs: ['pixels'], signal, ...(options.detail && { detail: options.detail }) } as const;
  let current: { readonly size: string; readonly cutter: FrameCutter } | undefined;
  return {
    async cutOut(frame: VideoFrame): Promise<VideoFrame> {
      signal.throwIfAborted();
      const { width, height, data } = reader.read(frame);
      const size = `${width} × ${height}`;
      if (current?.size !== size) {
        const cutter = createFrameCutter(
          (pixels, transparency) => segmenter.segment(new ImageData(pixels, width, height), { ...call, transparency }),
          { widthPx: width, heightPx: height },
          options,
        );
        current = { size, cutter };
      }
      return frameOf(await current.cutter.cutOut(data), { width, height }, frame);
    },
  };
}
