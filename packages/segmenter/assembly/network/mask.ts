import { samplePosition } from './interpolation';
import { FLOAT } from './lanes';
import { takePart } from '../shared/threads';

/**
 * Writes the network's mask: scales its single output channel to the image's size bilinearly and applies the sigmoid.
 * @param from float32, `fromHeightPx × fromWidthPx`.
 * @param to float32, `toHeightPx × toWidthPx`, 0…1.
 */
export function writeMask(
  from: usize,
  fromHeightPx: i32,
  fromWidthPx: i32,
  to: usize,
  toHeightPx: i32,
  toWidthPx: i32,
  counter: usize,
): void {
  const yScale = <f32>fromHeightPx / <f32>toHeightPx;
  const xScale = <f32>fromWidthPx / <f32>toWidthPx;
  for (let y = takePart(counter); y < toHeightPx; y = takePart(counter)) {
    const sourceY = samplePosition(y, yScale);
    const y0 = min(<i32>sourceY, fromHeightPx - 1);
    const upper = from + <usize>(y0 * fromWidthPx) * FLOAT;
    const lower = from + <usize>(min(y0 + 1, fromHeightPx - 1) * fromWidthPx) * FLOAT;
    const down = sourceY - <f32>y0;
    let target = to + <usize>(y * toWidthPx) * FLOAT;
    for (let x = 0; x < toWidthPx; x++) {
      const sourceX = samplePosition(x, xScale);
      const x0 = min(<i32>sourceX, fromWidthPx - 1);
      const right = sourceX - <f32>x0;
      const here = <usize>x0 * FLOAT;
      const next = <usize>min(x0 + 1, fromWidthPx - 1) * FLOAT;
      const above = load<f32>(upper + here) * (1 - right) + load<f32>(upper + next) * right;
      const below = load<f32>(lower + here) * (1 - right) + load<f32>(lower + next) * right;
      store<f32>(target, 1 / (1 + Mathf.exp(-(above + (below - above) * down))));
      target += FLOAT;
    }
  }
}
