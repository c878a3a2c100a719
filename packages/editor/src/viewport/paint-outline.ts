import type { OutlinePath } from '@isola/imaging';

/** Lengths of a dash and of a gap, in CSS px, as in every cut line of the brand. */
export const dashes = [7, 6] as const;

export interface OutlineLook {
  /** Offset of the dashes, in CSS px. */
  readonly phase: number;
  /** Device px per CSS px. */
  readonly ratio: number;
  readonly color: string;
}

const drawn = new WeakMap<readonly OutlinePath[], Path2D>();

/**
 * Paints marching ants: coloured dashes on a white line, equally wide on the screen at every scale. The units of the
 * context are px of the matte.
 */
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
