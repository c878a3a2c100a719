import { type FillLevel, role } from './fill-level.ts';
import { partDistance, type Random } from './search-patches.ts';

/** Largest number of source patches that each target is compared with. */
const maxTrials = 2048;

/**
 * Starts the coarsest level: the hole gets its expected values, and each target the source patch that is most like them
 * and what is known around them.
 */
export function startLevel(level: FillLevel, expected: Float32Array, random: Random): void {
  const { roles, isSource, nearest, targets, values } = level;
  values.set(expected);
  const isCompared = roles.map((each) => (each === role.foreign ? 0 : 1));
  const sources = indicesOf(isSource);
  const stride = Math.max(1, sources.length / maxTrials);
  for (const target of targets) {
    let [best, least] = [sources[0] ?? -1, Infinity];
    for (let place = random() * stride; place < sources.length; place += stride) {
      const source = sources[Math.floor(place)] ?? 0;
      const found = partDistance(level, isCompared, target, source);
      if (found < least) [best, least] = [source, found];
    }
    nearest[target] = best;
  }
}

function indicesOf(flags: Uint8Array): Int32Array {
  const indices: number[] = [];
  for (let at = 0; at < flags.length; at += 1) if (flags[at] === 1) indices.push(at);
  return Int32Array.from(indices);
}
