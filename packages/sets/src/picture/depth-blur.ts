/** Picture in linear light with the size of its blur. */
interface BlurInput {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Three values for each pixel. */
  readonly light: Float32Array;
  /** Radius of the blur of each pixel, in px. */
  readonly radii: Float32Array;
}

/** Radius of a disc on the reduced picture, in px. A disc of this size still looks round. */
const discPx = 6;

/**
 * Blurs each pixel by its own radius, in place, as a lens does. The picture is blurred evenly at three radii, and each
 * pixel is mixed from the two that are next to its own. Pixels that are sharp do not spread into blurred ones.
 */
export async function blurByDepth(input: BlurInput, yieldToEventLoop: () => Promise<void>): Promise<void> {
  const { widthPx, heightPx, light, radii } = input;
  const largest = radii.reduce((most, radius) => Math.max(most, radius), 0);
  if (largest < 0.5) return;
  const levels = [largest / 4, largest / 2, largest];
  const blurred: ReduceResult[] = [];
  for (const radius of levels) {
    blurred.push(blurEvenly(reduce(input, radius), radius));
    await yieldToEventLoop();
  }
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    if (y % 64 === 0) await yieldToEventLoop();
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const radius = radii[at] ?? 0;
      if (radius < 0.25) continue;
      const upper = radius <= (levels[0] ?? 0) ? 0 : radius <= (levels[1] ?? 0) ? 1 : 2;
      const from = upper === 0 ? 0 : (levels[upper - 1] ?? 0);
      const share = Math.min(1, (radius - from) / ((levels[upper] ?? 1) - from));
      for (let channel = 0; channel < 3; channel += 1) {
        const low = upper === 0 ? (light[at * 3 + channel] ?? 0) : sample(blurred[upper - 1], x, y, channel);
        light[at * 3 + channel] = low + (sample(blurred[upper], x, y, channel) - low) * share;
      }
    }
  }
}

/** Reduced picture. Its last channel is the weight of the other three, which are multiplied by it. */
interface ReduceResult {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly step: number;
  readonly data: Float32Array;
}

/** Averages blocks of pixels. A pixel weighs less the sharper it is in comparison with the radius. */
function reduce({ widthPx, heightPx, light, radii }: BlurInput, radius: number): ReduceResult {
  const step = Math.max(1, Math.floor(radius / discPx));
  const width = Math.ceil(widthPx / step);
  const height = Math.ceil(heightPx / step);
  const data = new Float32Array(width * height * 4);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const row = Math.floor(y / step) * width;
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const into = (row + Math.floor(x / step)) * 4;
      const weight = Math.max(0.02, Math.min(1, (radii[at] ?? 0) / radius));
      for (let channel = 0; channel < 3; channel += 1)
        data[into + channel] = (data[into + channel] ?? 0) + (light[at * 3 + channel] ?? 0) * weight;
      data[into + 3] = (data[into + 3] ?? 0) + weight;
    }
  }
  return { widthPx: width, heightPx: height, step, data };
}

/** Spreads each pixel over an even disc, by running sums along the rows. */
function blurEvenly({ widthPx, heightPx, step, data }: ReduceResult, radius: number): ReduceResult {
  const radiusPx = Math.max(1, radius / step);
  const reach = Math.ceil(radiusPx);
  const halves = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.round(Math.sqrt(Math.max(0, (radiusPx + 0.5) ** 2 - (index - reach) ** 2))),
  );
  const sums = new Float64Array((widthPx + 1) * 4);
  const out = new Float32Array(data.length);
  for (let source = 0; source < heightPx; source += 1) {
    for (let at = 0; at < widthPx * 4; at += 1) sums[at + 4] = (sums[at] ?? 0) + (data[source * widthPx * 4 + at] ?? 0);
    for (const [index, half] of halves.entries()) {
      const y = source + index - reach;
      if (y < 0 || y >= heightPx) continue;
      addBoxes(sums, half, out.subarray(y * widthPx * 4, (y + 1) * widthPx * 4));
    }
  }
  return { widthPx, heightPx, step, data: out };
}

function addBoxes(sums: Float64Array, half: number, into: Float32Array): void {
  const width = into.length / 4;
  for (let x = 0; x < width; x += 1) {
    const first = Math.max(0, x - half) * 4;
    const end = Math.min(width, x + half + 1) * 4;
    for (let channel = 0; channel < 4; channel += 1) {
      into[x * 4 + channel] = (into[x * 4 + channel] ?? 0) + (sums[end + channel] ?? 0) - (sums[first + channel] ?? 0);
    }
  }
}

/** Reads a channel of a reduced picture at a pixel of the full one, with bilinear interpolation. */
function sample(picture: ReduceResult | undefined, x: number, y: number, channel: number): number {
  if (!picture) return 0;
  const { widthPx, heightPx, step, data } = picture;
  const left = Math.min(widthPx - 1, Math.max(0, (x + 0.5) / step - 0.5));
  const top = Math.min(heightPx - 1, Math.max(0, (y + 0.5) / step - 0.5));
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const [x1, y1] = [Math.min(widthPx - 1, x0 + 1), Math.min(heightPx - 1, y0 + 1)];
  const at = (column: number, row: number) => {
    const index = (row * widthPx + column) * 4;
    return (data[index + channel] ?? 0) / Math.max(1e-6, data[index + 3] ?? 0);
  };
  const upper = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * (left - x0);
  const lower = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * (left - x0);
  return upper + (lower - upper) * (top - y0);
}
