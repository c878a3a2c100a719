import { fileOf } from '../file/file-of.ts';
import { fourCc, isWebp } from '../file/signatures.ts';
import { type AnimationHeader, type AnimationWriter, unexpectedFrame } from './animation.ts';
import { lettersOf, uint16, uint24 } from './bytes.ts';

/** Chunks of a still WebP that hold its pixels. */
const pixelChunks = new Set(['ALPH', 'VP8 ', 'VP8L']);
const maxDurationMs = 0xff_ff_ff;
const maxPlays = 0xff_ff;
/** Flags of the header: alpha and animation. */
const headerFlags = 0x10 | 0x02;
/** Flag of a frame that replaces what is below it. */
const replaces = 0x02;

/**
 * Creates a writer of animated WebPs. The frames are still WebPs, lossy or lossless. Frames that are equal stay separate;
 * libwebp's own encoder of animations would join them.
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
export function createWebpWriter({ widthPx, heightPx, plays }: AnimationHeader): AnimationWriter {
  const parts: Uint8Array<ArrayBuffer>[] = [
    chunkOf('VP8X', [headerFlags, 0, 0, 0, ...uint24(widthPx - 1), ...uint24(heightPx - 1)]),
    // The background, which programs may ignore, is transparent.
    chunkOf('ANIM', [0, 0, 0, 0, ...uint16(Math.min(plays, maxPlays))]),
  ];
  return {
    add(file, durationMs) {
      const place = [...uint24(0), ...uint24(0), ...uint24(widthPx - 1), ...uint24(heightPx - 1)];
      const time = uint24(Math.min(Math.round(durationMs), maxDurationMs));
      const pixels = pixelsIn(file);
      const payload = new Uint8Array(16 + pixels.reduce((sum, { length }) => sum + length, 0));
      payload.set([...place, ...time, replaces]);
      let at = 16;
      for (const chunk of pixels) {
        payload.set(chunk, at);
        at += chunk.length;
      }
      parts.push(chunkOf('ANMF', payload));
    },
    finish() {
      const bytes = parts.reduce((sum, { length }) => sum + length, 4);
      const riff = new Uint8Array(12);
      new DataView(riff.buffer).setUint32(4, bytes, true);
      riff.set(lettersOf('RIFF'));
      riff.set(lettersOf('WEBP'), 8);
      return fileOf([riff, ...parts], 'image/webp');
    },
  };
}

/** Returns the chunks with the pixels of a still WebP. */
function pixelsIn(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 20 || !isWebp(view)) throw unexpectedFrame('it is not a WebP');
  const found: Uint8Array[] = [];
  for (let at = 12; at + 8 <= file.length;) {
    const dataBytes = view.getUint32(at + 4, true);
    const end = at + 8 + dataBytes + (dataBytes % 2);
    if (pixelChunks.has(fourCc(view, at))) found.push(file.subarray(at, end));
    at = end;
  }
  if (found.length === 0) throw unexpectedFrame('it has no pixels');
  return found;
}

/** Writes a chunk of RIFF. Its data is padded to an even length. */
function chunkOf(name: string, data: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(8 + data.length + (data.length % 2));
  chunk.set(lettersOf(name));
  new DataView(chunk.buffer).setUint32(4, data.length, true);
  chunk.set(data, 8);
  return chunk;
}
