import { fileOf } from '../file/file-of.ts';
import { isPng } from '../file/signatures.ts';
import { type AnimationHeader, type AnimationWriter, unexpectedFrame } from './animation.ts';
import { pngChunk, pngSignature, readPngChunks } from './png-chunks.ts';

/**
 * Creates a writer of APNGs. The frames are PNGs with the same kind of pixels.
 * @see https://www.w3.org/TR/png-3/#apng-frame-based-animation
 */
export function createApngWriter({ widthPx, heightPx, frames, plays }: AnimationHeader): AnimationWriter {
  const parts: Uint8Array<ArrayBuffer>[] = [pngSignature];
  let header = '';
  let sequence = 0;
  return {
    add(file, durationMs) {
      if (!isPng(new DataView(file.buffer, file.byteOffset))) throw unexpectedFrame('it is not a PNG');
      const isFirst = header === '';
      for (const { type, data } of readPngChunks(new Uint8Array(file))) {
        if (type === 'IHDR') {
          if (!isFirst && header !== data.join()) throw unexpectedFrame('its pixels differ in kind');
          header = data.join();
          if (isFirst) {
            // The segmenter's pixels are sRGB; 0 is the perceptual intent.
            parts.push(pngChunk('IHDR', data), pngChunk('sRGB', Uint8Array.of(0)));
            parts.push(pngChunk('acTL', bigEndian32(frames, plays)));
          }
          const place = bigEndian32(sequence, widthPx, heightPx, 0, 0);
          // The frame stays, and the next one replaces it.
          parts.push(pngChunk('fcTL', place, delayOf(durationMs), Uint8Array.of(0, 0)));
          sequence += 1;
        } else if (type === 'IDAT' && isFirst) {
          parts.push(pngChunk('IDAT', data));
        } else if (type === 'IDAT') {
          parts.push(pngChunk('fdAT', bigEndian32(sequence), data));
          sequence += 1;
        }
      }
    },
    finish: () => fileOf([...parts, pngChunk('IEND')], 'image/png'),
  };
}

/** Returns a duration as a fraction of a second: thousandths while they fit, otherwise larger parts. */
function delayOf(durationMs: number): Uint8Array {
  const most = 0xff_ff;
  const unit = [1000, 100, 10].find((parts) => (durationMs * parts) / 1000 <= most) ?? 1;
  const delay = Math.min(most, Math.round((durationMs * unit) / 1000));
  return Uint8Array.of(delay >> 8, delay & 0xff, unit >> 8, unit & 0xff);
}

function bigEndian32(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return bytes;
}
