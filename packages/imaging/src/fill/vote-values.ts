import { channels, type FillLevel, reachPx, role } from './fill-level.ts';

/** Factor by which the weight of a patch falls with each px between it and the known pixels. */
const falloff = 1.3;
/** Share of the patches that count as good matches. */
const goodShare = 0.75;

/**
 * Replaces the values of the hole by the weighted means of all source patches that cover them. A patch weighs more the
 * more it is like its match and the nearer it is to known pixels.
 * @see Wexler et al. 2007, "Space-Time Completion of Video"
 */
export function voteValues({ widthPx, values, roles, targets, nearest, distance, depth }: FillLevel): void {
  const sums = new Float32Array(values.length);
  const weights = new Float32Array(roles.length);
  const spread = Math.max(spreadOf(distance, targets), 1e-9);
  for (const target of targets) {
    const source = nearest[target] ?? 0;
    const weight = Math.exp(-(distance[target] ?? 0) / (2 * spread)) * falloff ** -(depth[target] ?? 0) + 1e-12;
    for (let dy = -reachPx; dy <= reachPx; dy += 1) {
      const shift = dy * widthPx;
      for (let dx = -reachPx; dx <= reachPx; dx += 1) {
        const to = target + shift + dx;
        if (roles[to] !== role.hole) continue;
        const from = (source + shift + dx) * channels;
        const at = to * channels;
        weights[to] = (weights[to] ?? 0) + weight;
        sums[at] = (sums[at] ?? 0) + weight * (values[from] ?? 0);
        sums[at + 1] = (sums[at + 1] ?? 0) + weight * (values[from + 1] ?? 0);
        sums[at + 2] = (sums[at + 2] ?? 0) + weight * (values[from + 2] ?? 0);
        sums[at + 3] = (sums[at + 3] ?? 0) + weight * (values[from + 3] ?? 0);
      }
    }
  }
  for (let at = 0; at < roles.length; at += 1) {
    const weight = weights[at] ?? 0;
    if (roles[at] !== role.hole || weight === 0) continue;
    for (let value = at * channels; value < (at + 1) * channels; value += 1)
      values[value] = (sums[value] ?? 0) / weight;
  }
}

/** Returns the squared difference that `goodShare` of the targets do not exceed. */
function spreadOf(distance: Float32Array, targets: Int32Array): number {
  const sorted = Float32Array.from(targets, (target) => distance[target] ?? 0).toSorted();
  return sorted[Math.floor(sorted.length * goodShare)] ?? 0;
}
