import { SegmenterError } from '../api/errors.ts';
import { type AnimationFormat, type AnimationHeader, checkAnimationSize } from '../animation/animation.ts';
import { inspectImage } from '../public-api.ts';
import { createFrameReader } from './frame-pixels.ts';
import { FramesError } from './frames-error.ts';

/** An animation whose frames are decoded one after the other. */
export interface DecodedAnimation extends AnimationHeader {
  readonly format: AnimationFormat;
  /** Decodes a frame. @throws {SegmenterError} `damaged-image`. */
  read(index: number): Promise<{ readonly image: ImageData; readonly durationMs: number }>;
  close(): void;
}

const microsecondsPerMs = 1000;

/**
 * Opens a GIF, WebP or PNG with the browser's decoder. A still image is an animation of one frame.
 * @throws {FramesError} `no-image-decoder`. {SegmenterError} `empty-file`, `unsupported-format`, `damaged-image`,
 *   `image-too-large` or `file-unreadable`.
 */
export async function openAnimation(file: Blob): Promise<DecodedAnimation> {
  const format = await formatOf(file);
  const type = `image/${format}`;
  if (typeof ImageDecoder !== 'function') throw new FramesError('no-image-decoder', 'the browser has no ImageDecoder');
  if (!(await ImageDecoder.isTypeSupported(type)))
    throw new FramesError('no-image-decoder', `it cannot decode ${type}`);
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type, preferAnimation: true });
  try {
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const track = decoder.tracks.selectedTrack;
    if (!track) throw new Error('it has no frames');
    const { frameCount: frames, repetitionCount } = track;
    // An animation is played once more than it is repeated. Without an end, the count is infinite.
    const plays = Number.isFinite(repetitionCount) ? repetitionCount + 1 : 0;
    const { displayWidth: widthPx, displayHeight: heightPx } = await sizeOf(decoder);
    const header = { widthPx, heightPx, frames, plays: frames > 1 ? plays : 1 };
    checkAnimationSize(header);
    const reader = createFrameReader();
    return {
      ...header,
      format,
      read: (index) =>
        decoded(decoder, index, (frame) => ({
          image: reader.read(frame),
          durationMs: Math.round((frame.duration ?? 0) / microsecondsPerMs),
        })),
      close: () => decoder.close(),
    };
  } catch (cause) {
    decoder.close();
    if (cause instanceof SegmenterError || cause instanceof FramesError) throw cause;
    throw new SegmenterError('damaged-image', String(cause), { cause });
  }
}

function sizeOf(decoder: ImageDecoder): Promise<Pick<VideoFrame, 'displayWidth' | 'displayHeight'>> {
  return decoded(decoder, 0, ({ displayWidth, displayHeight }) => ({ displayWidth, displayHeight }));
}

/** Decodes a frame, which is closed afterwards. */
async function decoded<T>(decoder: ImageDecoder, index: number, work: (frame: VideoFrame) => T): Promise<T> {
  const { image: frame } = await decoder.decode({ frameIndex: index }).catch((cause: unknown) => {
    throw new SegmenterError('damaged-image', `frame ${index + 1}: ${String(cause)}`, { cause });
  });
  try {
    return work(frame);
  } finally {
    frame.close();
  }
}

/** @throws {SegmenterError} for a file of another format, and for a header that cannot be used. */
async function formatOf(file: Blob): Promise<AnimationFormat> {
  const inspection = await inspectImage(file);
  switch (inspection.state) {
    case 'readable': {
      const { type } = inspection.header;
      if (type === 'image/jpeg') throw new SegmenterError('unsupported-format', 'a JPEG has no frames');
      return type === 'image/png' ? 'png' : 'webp';
    }
    case 'unsupported-format':
      if (inspection.format === 'GIF') return gifOf(file);
      throw new SegmenterError(
        'unsupported-format',
        inspection.format ? `the file is ${inspection.format}` : 'the file is not a GIF, WebP or PNG',
      );
    case 'image-too-large':
      throw new SegmenterError('image-too-large', `${inspection.header.widthPx} × ${inspection.header.heightPx} px`);
    case 'empty-file':
    case 'damaged-image':
      throw new SegmenterError(inspection.state);
    default:
      return inspection satisfies never;
  }
}

/** Checks the size of a GIF before it is decoded. @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt, section 18 */
async function gifOf(file: Blob): Promise<'gif'> {
  const header = new DataView(await file.slice(0, 10).arrayBuffer());
  if (header.byteLength < 10) throw new SegmenterError('damaged-image', 'the header of the GIF is incomplete');
  const [widthPx, heightPx] = [header.getUint16(6, true), header.getUint16(8, true)];
  checkAnimationSize({ widthPx, heightPx, frames: 1, plays: 1 });
  return 'gif';
}
