import type { Size } from '../api/size.ts';

/** Computes a mask, on the processor or on the graphics card. */
export type MaskRun = (pixels: Uint8ClampedArray, size: Size) => Promise<ArrayLike<number>>;

export interface GpuTrial {
  readonly cpu: MaskRun;
  readonly gpu: MaskRun;
  /** Size of the images that are processed. */
  readonly size: Size;
  /** True when the card has been faster here before: then only its masks are compared. */
  readonly hasWon: boolean;
}

export type GpuVerdict = 'wrong' | 'slower' | 'faster';

/** Size that is small enough for any graphics card, and large enough for every kind of step to have many tiles. */
const selfTestSize: Size = { heightPx: 256, widthPx: 256 };

/** Smallest accepted IoU of the subject, if the processor finds one. */
const minIntersectionOverUnion = 0.999;
/** Greatest accepted difference of the mask's values, if the processor finds no subject. */
const maxDifference = 0.01;

/**
 * Number of timed runs on each device. The first is cold: on the card it compiles shaders, on the processor it grows
 * memory and fills caches.
 */
const timedRuns = 3;

/**
 * Tests whether a graphics card computes the same masks as the processor, and in less time. Both are timed in the same
 * way: on the same image, alternately. The fastest run of each counts, which is a warm one.
 * @throws the errors of a run.
 */
export async function tryGpu({ cpu, gpu, size, hasWon }: GpuTrial): Promise<GpuVerdict> {
  const testPicture = madeUpPicture(selfTestSize);
  const expected = await cpu(testPicture, selfTestSize);
  if (!agree(expected, await gpu(testPicture, selfTestSize))) return 'wrong';

  const picture = madeUpPicture(size);
  if (hasWon) {
    // The card compiles its shaders for this size now, rather than while an image waits.
    await gpu(picture, size);
    return 'faster';
  }
  let [gpuMs, cpuMs] = [Infinity, Infinity];
  for (let turn = 0; turn < timedRuns; turn += 1) {
    // The minimum counts, because other work on the machine only adds time.
    gpuMs = Math.min(gpuMs, await timed(() => gpu(picture, size)));
    cpuMs = Math.min(cpuMs, await timed(() => cpu(picture, size)));
  }
  return gpuMs < cpuMs ? 'faster' : 'slower';
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** Checks whether both masks show the same subject. NaN agrees with nothing. */
export function agree(expected: ArrayLike<number>, given: ArrayLike<number>): boolean {
  if (given.length !== expected.length) return false;
  let [subject, both, either] = [0, 0, 0];
  let areNear = true;
  for (let index = 0; index < expected.length; index += 1) {
    const [wanted = 0, value = Number.NaN] = [expected[index], given[index]];
    const [isWanted, isGiven] = [wanted > 0.5, value > 0.5];
    if (isWanted) subject += 1;
    if (isWanted && isGiven) both += 1;
    if (isWanted || isGiven) either += 1;
    areNear &&= Math.abs(value - wanted) <= maxDifference;
  }
  return subject > 0 ? both / either >= minIntersectionOverUnion : areNear;
}

/** Returns a shaded ball in front of a slope, which IS-Net recognises as a subject. RGBA. */
export function madeUpPicture({ heightPx, widthPx }: Size): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(heightPx * widthPx * 4);
  const radius = Math.min(heightPx, widthPx) * 0.35;
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const distance = Math.hypot(x - widthPx * 0.45, y - heightPx * 0.55) / radius;
      const light = 1 - distance ** 2 * 0.6;
      const slope = 150 + (60 * y) / heightPx;
      const colour = distance < 1 ? [220 * light, 60 * light, 40 * light] : [slope, slope, slope + 15];
      pixels.set([...colour, 255], (y * widthPx + x) * 4);
    }
  }
  return pixels;
}
