import type { SmallMap } from '../resample/interpolate-map.ts';

/**
 * Calculates the distance of each pixel's centre from the subject's edge, in px of the map. It is 0 inside, and
 * `Infinity` when the map has no subject. The edge lies where the share is one half; the share of an edge pixel tells
 * where the edge crosses it.
 * @param map the subject's share of each pixel, 0…1.
 * @see Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions (2012)
 */
export function distanceMap(map: SmallMap): SmallMap {
  const { widthPx, heightPx, data } = map;
  const rows = nearestRows(map);
  const findNearest = createRowScan(widthPx);
  const distances = new Float32Array(data.length);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const columns = findNearest(rows, y);
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const nearestX = columns[x] ?? -1;
      const nearestY = rows[y * widthPx + nearestX] ?? -1;
      distances[at] = nearestX < 0 ? Infinity : distanceFrom(map, nearestX, nearestY, x, y);
    }
  }
  return { widthPx, heightPx, data: distances };
}

/** Returns the distance of a pixel from the edge next to the nearest pixel of the subject, in px. */
function distanceFrom(map: SmallMap, nearestX: number, nearestY: number, x: number, y: number): number {
  const centresPx = Math.hypot(x - nearestX, y - nearestY);
  if (centresPx === 0) return 0;
  const share = map.data[nearestY * map.widthPx + nearestX] ?? 0;
  // Share of the next pixel towards (x, y) that is still inside the subject.
  const next = shareAt(map, nearestX + (x - nearestX) / centresPx, nearestY + (y - nearestY) / centresPx);
  return Math.max(0, centresPx - (share + next - 0.5));
}

function shareAt({ widthPx, heightPx, data }: SmallMap, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const right = Math.min(widthPx - 1, left + 1);
  const below = Math.min(heightPx - 1, top + 1) * widthPx;
  const blend = (from: number, to: number, part: number) => from + (to - from) * part;
  const upper = blend(data[top * widthPx + left] ?? 0, data[top * widthPx + right] ?? 0, x - left);
  const lower = blend(data[below + left] ?? 0, data[below + right] ?? 0, x - left);
  return blend(upper, lower, y - top);
}

/** Returns for each pixel the row of the nearest subject pixel in the same column, or -1 when the column has none. */
function nearestRows({ widthPx, heightPx, data }: SmallMap): Int32Array {
  const rows = new Int32Array(data.length).fill(-1);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      rows[at] = (data[at] ?? 0) >= 0.5 ? y : (rows[at - widthPx] ?? -1);
    }
  }
  for (let y = heightPx - 2, at = y * widthPx + widthPx - 1; y >= 0; y -= 1) {
    for (let x = widthPx - 1; x >= 0; x -= 1, at -= 1) {
      const [above, below] = [rows[at] ?? -1, rows[at + widthPx] ?? -1];
      if (below >= 0 && (above < 0 || below - y < y - above)) rows[at] = below;
    }
  }
  return rows;
}

/**
 * Creates a function that finds, for each pixel of a row, the column whose subject pixel is nearest, or -1 when there
 * is none. The squared distance to each column's subject pixel is a parabola over the row; the lower envelope of all
 * parabolas yields the nearest column.
 */
function createRowScan(widthPx: number): (rows: Int32Array, y: number) => Int32Array {
  const nearest = new Int32Array(widthPx);
  /** Columns whose parabolas form the envelope, from left to right, and the position where each begins. */
  const owners = new Uint32Array(widthPx);
  const begins = new Float64Array(widthPx);
  return (rows, y) => {
    const heightAt = (x: number) => ((rows[y * widthPx + x] ?? 0) - y) ** 2 + x * x;
    let count = 0;
    for (let x = 0; x < widthPx; x += 1) {
      if ((rows[y * widthPx + x] ?? -1) < 0) continue;
      let begin = -Infinity;
      for (; count > 0; count -= 1) {
        const owner = owners[count - 1] ?? 0;
        begin = (heightAt(x) - heightAt(owner)) / (2 * (x - owner));
        if (begin > (begins[count - 1] ?? 0)) break;
        begin = -Infinity;
      }
      owners[count] = x;
      begins[count] = begin;
      count += 1;
    }
    for (let x = 0, current = 0; x < widthPx; x += 1) {
      while (current + 1 < count && (begins[current + 1] ?? 0) < x) current += 1;
      nearest[x] = count > 0 ? (owners[current] ?? -1) : -1;
    }
    return nearest;
  };
}
