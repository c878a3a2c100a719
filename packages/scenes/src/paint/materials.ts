import { mixed, type Rgb } from './color.ts';
import { chance, hill, layeredNoise, smoothStep, valueNoise } from './noise.ts';

/**
 * Writes the colour of a surface.
 * @param x distance across, in units of about 20 cm.
 * @param z distance away from the viewer, in the same units.
 * @param far 0 nearby … 1 at the far end, where fine detail is less visible.
 */
export type Material = (x: number, z: number, far: number, into: Float64Array) => void;

function set(into: Float64Array, color: Rgb, factor: number): void {
  into[0] = color[0] * factor;
  into[1] = color[1] * factor;
  into[2] = color[2] * factor;
}

function setMixed(into: Float64Array, from: Rgb, to: Rgb, share: number, factor: number): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const start = from[channel] ?? 0;
    into[channel] = (start + ((to[channel] ?? 0) - start) * share) * factor;
  }
}

/** Creates marble. Its veins are ridges of noise whose coordinates are distorted by more noise. */
export function marble(stone: Rgb, vein: Rgb, at: number): Material {
  return (x, z, far, into) => {
    const bendX = layeredNoise(x * 0.9 + at, z * 0.9, 3) * 1.7;
    const bendZ = layeredNoise(x * 0.9 + 50, z * 0.9 + at, 3) * 1.7;
    const broad = Math.abs(layeredNoise(x * 0.55 + bendX, z * 0.55 + bendZ + at, 4) - 0.5);
    const fine = Math.abs(layeredNoise(x * 1.6 - bendZ + 80, z * 1.6 + bendX, 4) - 0.5);
    const fading = valueNoise(x * 0.7 + 12, z * 0.7 + at);
    const sharp = 1 - 0.5 * far;
    const veins =
      0.75 * fading * fading * Math.exp(-broad / 0.016) * sharp +
      0.28 * (1 - fading) * Math.exp(-fine / 0.012) * sharp +
      0.16 * Math.exp(-broad / 0.08);
    const cloud = 1 + 0.1 * (layeredNoise(x * 1.1 + 9, z * 1.1 + at, 3) - 0.5);
    setMixed(into, stone, vein, Math.min(1, veins), cloud);
  };
}

/** Creates boards that lie across. Each board has its own grain, pores and tint. */
export function wood(light: Rgb, dark: Rgb, at: number, boardWidth = 1.1): Material {
  return (x, z, far, into) => {
    const board = Math.floor(z / boardWidth + at);
    const inBoard = z / boardWidth + at - board;
    const own = chance(board, 31);
    const along = x * 0.32 + own * 40;
    const across = inBoard * boardWidth;
    // The rings are long ovals around a heart that lies somewhere next to the board.
    const heart = (chance(board, 7) - 0.5) * 2.4;
    const bend = 0.5 * layeredNoise(along * 0.9, across * 1.2 + own * 9, 3);
    const rings = (Math.abs(across - heart) + bend + 0.1 * along) * 7;
    const ring = rings - Math.floor(rings);
    const late = smoothStep(0.45, 0.95, ring) * (1 - smoothStep(0.95, 1, ring));
    const fibre = layeredNoise(x * 0.9 + own * 17, z * 46, 2);
    const pore = smoothStep(0.72, 0.9, valueNoise(x * 2.2 + own * 5, z * 90)) * (1 - far);
    const share = 0.18 + 0.5 * late * (1 - 0.4 * far) + 0.42 * (fibre - 0.5) * (1 - 0.5 * far) + 0.4 * (own - 0.5);
    const edge = Math.min(inBoard, 1 - inBoard) * boardWidth;
    const joint = 1 - 0.72 * hill(edge, 0.014 + 0.02 * far) * (1 - 0.5 * far);
    setMixed(into, light, dark, Math.min(1, Math.max(0, share)), joint * (1 - 0.28 * pore));
  };
}

export function concrete(color: Rgb, at: number): Material {
  return (x, z, far, into) => {
    const cloud = layeredNoise(x * 0.6 + at, z * 0.6, 5) - 0.5;
    const fine = layeredNoise(x * 9 + at, z * 9, 3) - 0.5;
    const cell = chance(Math.floor(x * 26), Math.floor(z * 26 + at));
    const holeX = x * 26 - Math.floor(x * 26) - 0.5;
    const holeZ = z * 26 - Math.floor(z * 26) - 0.5;
    const hole = cell > 0.965 ? hill(Math.sqrt(holeX * holeX + holeZ * holeZ), 0.16 + 0.2 * (cell - 0.965) * 20) : 0;
    const trowel = layeredNoise(x * 0.5 + 30, z * 2.6 + at, 3) - 0.5;
    set(into, color, 1 + 0.34 * cloud + 0.16 * trowel + 0.16 * fine * (1 - far) - 0.4 * hole * (1 - far));
  };
}

/** Creates terrazzo: chips of stone in cement. */
export function terrazzo(ground: Rgb, chips: readonly [Rgb, ...Rgb[]], at: number): Material {
  const sizes = [
    { scale: 2.1, reach: 0.36, share: 0.75 },
    { scale: 4.6, reach: 0.34, share: 0.6 },
    { scale: 9.5, reach: 0.32, share: 0.55 },
  ] as const;
  return (x, z, far, into) => {
    set(into, ground, 1 + 0.06 * (layeredNoise(x * 12 + at, z * 12, 2) - 0.5));
    for (const [layer, { scale, reach, share }] of sizes.entries()) {
      const [u, v] = [x * scale + layer * 13.7 + at, z * scale + layer * 7.9];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      for (let cellY = top - 1; cellY <= top + 1; cellY += 1) {
        for (let cellX = left - 1; cellX <= left + 1; cellX += 1) {
          if (chance(cellX, cellY * 3 + layer) > share) continue;
          const dx = u - cellX - 0.2 - 0.6 * chance(cellX + 7, cellY);
          const dz = v - cellY - 0.2 - 0.6 * chance(cellX, cellY + 9);
          // A broken chip is bounded by a few planes at random distances. The largest distance from a plane decides.
          let outside = -1;
          for (let side = 0; side < 5; side += 1) {
            const turn = (side + 0.7 * chance(cellX + side, cellY - side)) * 1.2566;
            const wide = reach * (0.45 + 0.75 * chance(cellX - side * 3, cellY + side * 5));
            outside = Math.max(outside, dx * Math.cos(turn) + dz * Math.sin(turn) - wide);
          }
          const soft = 0.025 + 0.06 * far;
          if (outside > soft) continue;
          const chip = chips[Math.floor(chance(cellX + 3, cellY + 3) * chips.length)] ?? chips[0];
          const covered = smoothStep(soft, -soft, outside);
          const tone = 0.82 + 0.36 * chance(cellX + 1, cellY + 5);
          for (let channel = 0; channel < 3; channel += 1) {
            const before = into[channel] ?? 0;
            into[channel] = before + ((chip[channel] ?? 0) * tone - before) * covered;
          }
        }
      }
    }
  };
}

/** Creates cloth that was laid down, with long soft folds and threads of uneven thickness. */
export function linen(color: Rgb, at: number): Material {
  const shade = mixed(color, [0.1, 0.08, 0.06], 0.5);
  const fold = (x: number, z: number) => {
    const bend = layeredNoise(x * 0.35 + at, z * 0.35, 2);
    const ridge = layeredNoise(x * 0.75 + 1.6 * bend + 0.45 * z, z * 0.3 + at, 2) - 0.5;
    const crumple = layeredNoise(x * 2.1 + at + 1.4 * bend, z * 1.7, 2);
    return 0.62 * bend - 0.75 * Math.sqrt(ridge * ridge + 0.0009) + 0.075 * crumple;
  };
  return (x, z, far, into) => {
    const here = fold(x, z);
    const slope = (fold(x + 0.04, z + 0.02) - here) / 0.04;
    const near = (1 - far) * (1 - far);
    const threads = layeredNoise(x * 58 + at, z * 24, 2) + layeredNoise(x * 24, z * 58 + at, 2) - 1;
    const slub = layeredNoise(x * 13, z * 4 + at, 2) + layeredNoise(x * 4 + at, z * 11, 2) - 1;
    const weave = 0.15 * threads * near + 0.06 * slub * (1 - far);
    setMixed(into, color, shade, Math.min(1, Math.max(0, 0.34 - weave - 0.9 * slope)), 1 + 0.3 * here);
  };
}

/** Creates split stone: flat layers, whose edges are visible in low light. */
export function slate(color: Rgb, at: number): Material {
  const layers = (x: number, z: number) => {
    const height = layeredNoise(x * 0.5 + at, z * 0.8, 5) * 9;
    const layer = Math.floor(height);
    return layer + smoothStep(0.35, 1, height - layer);
  };
  return (x, z, far, into) => {
    const slope = (layers(x + 0.02, z + 0.012) - layers(x, z)) / 0.02;
    const relief = slope / (3.2 + Math.abs(slope));
    const fine = layeredNoise(x * 15 + at, z * 19, 4) - 0.5;
    const streak = layeredNoise(x * 0.7, z * 3.4 + at, 5) - 0.5;
    const cloud = layeredNoise(x * 0.35 + at, z * 0.4, 3) - 0.5;
    const tint = 0.16 * (valueNoise(x * 0.4 + at, z * 0.4) - 0.5);
    const factor = 1 + 0.34 * relief * (1 - 0.5 * far) + 0.6 * fine * (1 - 0.8 * far) + 0.5 * streak + 0.5 * cloud;
    into[0] = color[0] * factor * (1 + tint);
    into[1] = color[1] * factor;
    into[2] = color[2] * factor * (1 - tint);
  };
}

/** Creates sand: fine grains over ripples of the wind. */
export function sand(color: Rgb, at: number): Material {
  return (x, z, far, into) => {
    const bend = 1.6 * layeredNoise(x * 0.5 + at, z * 0.5, 3);
    const ripple = Math.sin((z * 2.6 + bend + 0.35 * x) * 2.4);
    const dune = layeredNoise(x * 0.22 + at, z * 0.3, 3) - 0.5;
    const grain = layeredNoise(x * 34, z * 34 + at, 2) - 0.5;
    set(into, color, 1 + 0.1 * ripple * (1 - 0.7 * far) + 0.42 * dune + 0.3 * grain * (1 - far));
  };
}

/** Creates polished paint or paper, with almost no texture. */
export function smooth(color: Rgb, at: number): Material {
  return (x, z, far, into) => {
    set(
      into,
      color,
      1 +
        0.03 * (layeredNoise(x * 0.5 + at, z * 0.5, 2) - 0.5) +
        0.02 * (1 - far) * (chance(Math.floor(x * 90), Math.floor(z * 90)) - 0.5),
    );
  };
}

/** Creates plaster that was spread by hand. */
export function plaster(color: Rgb, at: number): Material {
  return (x, z, far, into) => {
    const stroke = layeredNoise(x * 0.9 + at + 0.7 * layeredNoise(x * 0.4, z * 0.4, 2), z * 2.2, 4) - 0.5;
    const cloud = layeredNoise(x * 0.35 + at, z * 0.35, 3) - 0.5;
    const fine = layeredNoise(x * 13, z * 13 + at, 2) - 0.5;
    set(into, color, 1 + 0.16 * stroke + 0.18 * cloud + 0.06 * fine * (1 - far));
  };
}
