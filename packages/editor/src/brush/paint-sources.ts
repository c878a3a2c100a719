import type { Camera } from '../viewport/view.ts';

/**
 * What the brush uncovers. Each draws its picture where the view has it; one unit of the context is one CSS px, its left top
 * corner the viewport's (or that of the lens, with a view of its own). They draw and do not clear.
 */
export interface PaintSources {
  /** The cutout alone, as the last result has it: through it, the backdrop is seen. */
  readonly drawCutout: (context: CanvasRenderingContext2D, view: Camera) => void;
  readonly drawOriginal: (context: CanvasRenderingContext2D, view: Camera) => void;
  /** Whatever is seen where nothing of the subject is: opaque, the checkerboard where nothing lies behind. */
  readonly drawBackdrop: (context: CanvasRenderingContext2D, view: Camera) => void;
}
