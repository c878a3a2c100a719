import type { OutlinePath } from './trace-outline.ts';

/** One dash and one gap in CSS px, as everywhere in the brand's cut line. */
export const dashes = [7, 6] as const;

export interface OutlineLook {
  /** How far the dashes have run, CSS px. */
  readonly phase: number;
  /** Device px for each CSS px. */
  readonly ratio: number;
  readonly color: string;
}

const drawn = new WeakMap<readonly OutlinePath[], Path2D>();

/** Marching ants: coloured dashes on a white line, as wide on the screen at every scale. The context's units are the matte's px. */
export function paintOutline(
  context: CanvasRenderingContext2D,
  paths: readonly OutlinePath[],
  { phase, ratio, color }: OutlineLook,
): void {
  const { a, b } = context.getTransform();
  const cssPx = ratio / Math.hypot(a, b);
  const line = drawn.get(paths) ?? join(paths);
  drawn.set(paths, line);
  context.save();
  context.lineJoin = 'round';
  context.lineWidth = 2.5 * cssPx;
  context.strokeStyle = '#ffffffd9';
  context.stroke(line);
  context.lineWidth = 1.5 * cssPx;
  context.strokeStyle = color;
  context.setLineDash(dashes.map((length) => length * cssPx));
  context.lineDashOffset = -phase * cssPx;
  context.stroke(line);
  context.restore();
}

function join(paths: readonly OutlinePath[]): Path2D {
  const joined = new Path2D();
  for (const path of paths) {
    for (let at = 0; at < path.length; at += 2) {
      const [x, y] = [path[at] ?? 0, path[at + 1] ?? 0];
      if (at === 0) joined.moveTo(x, y);
      else joined.lineTo(x, y);
    }
    joined.closePath();
  }
  return joined;
}
