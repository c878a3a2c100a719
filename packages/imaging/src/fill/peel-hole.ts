import { channels, type FillLevel, reachPx, role } from './fill-level.ts';
import { partDistance, type Random } from './search-patches.ts';

/** Largest number of source patches that each pixel is compared with. */
const maxTrials = 4096;

/**
 * Fills the coarsest level from the rim inwards, layer by layer. Each pixel takes the centre of the source patch that is
 * most like what is known around it. `nearest` is set for every target.
 * @see Newson et al. 2014, "Video Inpainting of Complex Scenes", section 3.5
 */
export function peelHole(level: FillLevel, random: Random): void {
  const { roles, isSource, nearest, targets, values, widthPx } = level;
  const isCompared = roles.map((each) => (each === role.source ? 1 : 0));
  const sources = indicesOf(isSource);
  const isTarget = new Uint8Array(roles.length);
  for (const target of targets) isTarget[target] = 1;

  const search = (target: number) => {
    let [best, least] = [sources[0] ?? -1, Infinity];
    const stride = Math.max(1, sources.length / maxTrials);
    for (let place = random() * stride; place < sources.length; place += stride) {
      const source = sources[Math.floor(place)] ?? 0;
      const found = partDistance(level, isCompared, target, source);
      if (found < least) [best, least] = [source, found];
    }
    nearest[target] = best;
    return best;
  };

  for (const layer of layersOf(level)) {
    for (const pixel of layer) {
      const centre = centreWithin(pixel, level);
      const source = search(centre) + pixel - centre;
      for (let channel = 0; channel < channels; channel += 1)
        values[pixel * channels + channel] = values[source * channels + channel] ?? 0;
    }
    for (const pixel of layer) isCompared[pixel] = 1;
  }
  for (const target of targets) if (nearest[target] === -1) search(target);

  function centreWithin(pixel: number, { heightPx }: FillLevel): number {
    const within = (value: number, length: number) => Math.min(length - 1 - reachPx, Math.max(reachPx, value));
    return within(Math.floor(pixel / widthPx), heightPx) * widthPx + within(pixel % widthPx, widthPx);
  }
}

function indicesOf(flags: Uint8Array): Int32Array {
  const indices: number[] = [];
  for (let at = 0; at < flags.length; at += 1) if (flags[at] === 1) indices.push(at);
  return Int32Array.from(indices);
}

/** Returns the pixels of the hole by their depth, the rim first. */
function layersOf({ roles, depth }: FillLevel): number[][] {
  const layers: number[][] = [];
  for (let at = 0; at < roles.length; at += 1) {
    if (roles[at] !== role.hole) continue;
    const layer = Math.floor(depth[at] ?? 0);
    (layers[layer] ??= []).push(at);
  }
  return layers.filter(Boolean);
}
