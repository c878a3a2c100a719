import type { Size } from '../api/size.ts';
import type { StoredFrame } from './read-apng.ts';

/** Draws the stored frames of an APNG on a canvas, in order. */
export interface FrameComposer {
  /**
   * Draws the next frame.
   * @param pixels the frame's part: RGBA, 8-bit, straight alpha.
   * @returns a copy of the whole canvas.
   */
  draw(frame: StoredFrame, pixels: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer>;
}

/** @see https://www.w3.org/TR/png-3/#fcTL-chunk */
export function createFrameComposer({ widthPx, heightPx }: Size): FrameComposer {
  const canvas = new Uint8ClampedArray(widthPx * heightPx * 4);
  const rowsOf = ({ leftPx, topPx, ...part }: StoredFrame) =>
    Array.from({ length: part.heightPx }, (_, row) => {
      const at = ((topPx + row) * widthPx + leftPx) * 4;
      return canvas.subarray(at, at + part.widthPx * 4);
    });
  let disposeLast: () => void = () => undefined;

  return {
    draw(frame, pixels) {
      disposeLast();
      const rows = rowsOf(frame);
      const before = frame.dispose === 'restore' ? rows.map((row) => row.slice()) : [];
      const rowBytes = frame.widthPx * 4;
      for (const [index, row] of rows.entries()) {
        const own = pixels.subarray(index * rowBytes, (index + 1) * rowBytes);
        if (frame.blend === 'replace') row.set(own);
        else blendOver(row, own);
      }
      disposeLast = () => {
        if (frame.dispose === 'keep') return;
        for (const [index, row] of rows.entries()) row.set(before[index] ?? new Uint8ClampedArray(rowBytes));
      };
      return canvas.slice();
    },
  };
}

/** Blends pixels over others, in place. @see https://www.w3.org/TR/png-3/#13Alpha-channel-processing */
function blendOver(below: Uint8ClampedArray, above: Uint8ClampedArray): void {
  for (let at = 0; at < below.length; at += 4) {
    const front = (above[at + 3] ?? 0) / 255;
    const back = ((below[at + 3] ?? 0) / 255) * (1 - front);
    const alpha = front + back;
    for (let channel = at; channel < at + 3; channel += 1) {
      below[channel] = alpha > 0 ? ((above[channel] ?? 0) * front + (below[channel] ?? 0) * back) / alpha : 0;
    }
    below[at + 3] = alpha * 255;
  }
}
