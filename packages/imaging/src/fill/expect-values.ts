import { channels, type FillLevel, role } from './fill-level.ts';

const maxRounds = 300;
/** Overrelaxation of the rounds. */
const relaxation = 1.8;
/** Change of the values in one round below which they no longer matter for a comparison. */
const stillChange = 1e-4;

/**
 * Returns the values that are expected in the hole of a level when nothing is known about its content: those of the
 * smoothest surface that meets the known pixels around it. Other pixels have their own values.
 */
export function expectValues(level: Pick<FillLevel, 'values' | 'roles' | 'widthPx' | 'heightPx'>): Float32Array {
  const { roles, widthPx, heightPx } = level;
  const values = level.values.slice();
  const mean = meanOf(level);
  const hole: number[] = [];
  for (let at = 0; at < roles.length; at += 1) {
    if (roles[at] !== role.hole) continue;
    hole.push(at);
    values.set(mean, at * channels);
  }
  const isKnown = (at: number) => roles[at] !== role.foreign;
  const around = hole.map((at) => {
    const x = at % widthPx;
    return [
      x > 0 ? at - 1 : -1,
      x < widthPx - 1 ? at + 1 : -1,
      at - widthPx,
      at < widthPx * (heightPx - 1) ? at + widthPx : -1,
    ].filter((neighbour) => neighbour >= 0 && isKnown(neighbour));
  });
  for (let round = 0; round < maxRounds; round += 1) {
    let largest = 0;
    for (let index = 0; index < hole.length; index += 1) {
      const to = (hole[index] ?? 0) * channels;
      const neighbours = around[index] ?? [];
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        for (const neighbour of neighbours) sum += values[neighbour * channels + channel] ?? 0;
        if (neighbours.length === 0) continue;
        const change = relaxation * (sum / neighbours.length - (values[to + channel] ?? 0));
        values[to + channel] = (values[to + channel] ?? 0) + change;
        largest = Math.max(largest, Math.abs(change));
      }
    }
    if (largest < stillChange) break;
  }
  return values;
}

/** Returns the mean of the pixels that may be copied. */
function meanOf({ values, roles }: Pick<FillLevel, 'values' | 'roles'>): Float32Array {
  const sum = new Float32Array(channels);
  let count = 0;
  for (let at = 0; at < roles.length; at += 1) {
    if (roles[at] !== role.source) continue;
    count += 1;
    for (let channel = 0; channel < channels; channel += 1)
      sum[channel] = (sum[channel] ?? 0) + (values[at * channels + channel] ?? 0);
  }
  return sum.map((value) => value / Math.max(1, count));
}
