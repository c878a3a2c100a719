import { SegmenterError } from '../api/errors.ts';
import type { Part } from '../api/size.ts';
import { fileOf } from '../file/file-of.ts';
import { isPng } from '../file/signatures.ts';
import type { AnimationHeader } from './animation.ts';
import { type PngChunk, pngChunk, pngSignature, readPngChunks } from './png-chunks.ts';

/** A frame of an APNG as it is stored: a part of the canvas. */
export interface StoredFrame extends Part {
  readonly durationMs: number;
  /** Fate of the part after the frame was shown. */
  readonly dispose: 'keep' | 'clear' | 'restore';
  /** Whether the frame replaces the part, or is blended over it. */
  readonly blend: 'replace' | 'over';
  /** Returns the part as a PNG. */
  readonly file: () => Blob;
}

export interface StoredAnimation extends AnimationHeader {
  readonly stored: readonly StoredFrame[];
}

/** Chunks that determine how the pixels are decoded. Each frame's PNG gets a copy of them. */
const pixelChunks = new Set(['PLTE', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP']);

type FrameControl = Omit<StoredFrame, 'file'>;

interface FrameChunks {
  readonly control: FrameControl;
  readonly data: Uint8Array<ArrayBuffer>[];
}

/**
 * Reads the frames of an APNG without decoding them. A PNG without an animation is one frame.
 * @throws {SegmenterError} `damaged-image` when the file does not follow the specification, with the number of the frame.
 * @see https://www.w3.org/TR/png-3/#apng-frame-based-animation
 */
export function readApng(file: Uint8Array<ArrayBuffer>): StoredAnimation {
  const frames: FrameChunks[] = [];
  try {
    return readFrames(file, frames);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const detail = `frame ${Math.max(1, frames.length)} of the PNG: ${cause.message}`;
    throw new SegmenterError('damaged-image', detail, { cause });
  }
}

/** @throws {RangeError} for a file that does not follow the specification. */
function readFrames(file: Uint8Array<ArrayBuffer>, frames: FrameChunks[]): StoredAnimation {
  if (file.length < 33 || !isPng(new DataView(file.buffer, file.byteOffset))) throw new RangeError('no PNG');
  const shared: PngChunk[] = [];
  let header = new Uint8Array();
  let animation: { readonly frames: number; readonly plays: number } | undefined;
  let sequence = 0;
  /** The pixels before the first frame control belong to an image for programs that show no animations. */
  const still: Uint8Array<ArrayBuffer>[] = [];
  const expectNext = (data: Uint8Array<ArrayBuffer>) => {
    if (viewOf(data).getUint32(0) !== sequence) throw new RangeError('chunks are missing or out of order');
    sequence += 1;
  };
  for (const { type, data } of readPngChunks(file)) {
    if (type === 'IHDR') header = data;
    else if (pixelChunks.has(type)) shared.push({ type, data });
    else if (type === 'acTL') animation = { frames: viewOf(data).getUint32(0), plays: viewOf(data).getUint32(4) };
    else if (type === 'IDAT') (frames.at(-1)?.data ?? still).push(data);
    else if (type === 'fcTL' && animation) {
      expectNext(data);
      frames.push({ control: readControl(viewOf(data)), data: [] });
    } else if (type === 'fdAT' && animation) {
      expectNext(data);
      frames.at(-1)?.data.push(data.subarray(4));
    }
  }
  if (header.length !== 13) throw new RangeError('no header');
  const [widthPx, heightPx] = [viewOf(header).getUint32(0), viewOf(header).getUint32(4)];
  const whole = { leftPx: 0, topPx: 0, widthPx, heightPx };
  if (!animation) {
    const control = { ...whole, durationMs: 0, dispose: 'keep', blend: 'replace' } as const;
    frames.push({ control, data: still });
  }
  const expected = animation?.frames ?? 1;
  if (frames.length !== expected) throw new RangeError(`there are ${frames.length} of ${expected} frames`);
  const stored = frames.map(({ control, data }, index) => {
    if (data.length === 0) throw new RangeError(`frame ${index + 1} has no pixels`);
    if (!isWithin(control, whole)) throw new RangeError(`frame ${index + 1} is outside of the image`);
    return { ...control, file: () => frameFile(header, control, shared, data) };
  });
  return { widthPx, heightPx, frames: stored.length, plays: animation?.plays ?? 1, stored };
}

/** @see https://www.w3.org/TR/png-3/#fcTL-chunk */
function readControl(view: DataView): FrameControl {
  const [delay, unit] = [view.getUint16(20), view.getUint16(22)];
  const disposals = ['keep', 'clear', 'restore'] as const;
  const dispose = disposals[view.getUint8(24)];
  const blend = (['replace', 'over'] as const)[view.getUint8(25)];
  if (!dispose || !blend) throw new RangeError('an unknown way to show it');
  return {
    widthPx: view.getUint32(4),
    heightPx: view.getUint32(8),
    leftPx: view.getUint32(12),
    topPx: view.getUint32(16),
    // A unit of 0 stands for hundredths of a second.
    durationMs: Math.round((1000 * delay) / (unit || 100)),
    dispose,
    blend,
  };
}

function isWithin({ leftPx, topPx, widthPx, heightPx }: Part, whole: Part): boolean {
  const isInside = leftPx + widthPx <= whole.widthPx && topPx + heightPx <= whole.heightPx;
  return widthPx > 0 && heightPx > 0 && isInside;
}

/** Returns a frame as a PNG of its own: the image's header with the size of the frame, and the frame's pixels. */
function frameFile(
  header: Uint8Array,
  { widthPx, heightPx }: Part,
  shared: readonly PngChunk[],
  data: readonly Uint8Array[],
): Blob {
  const own = header.slice();
  viewOf(own).setUint32(0, widthPx);
  viewOf(own).setUint32(4, heightPx);
  const copies = shared.map((chunk) => pngChunk(chunk.type, chunk.data));
  const chunks = [pngChunk('IHDR', own), ...copies, pngChunk('IDAT', ...data), pngChunk('IEND')];
  return fileOf([pngSignature, ...chunks], 'image/png');
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
