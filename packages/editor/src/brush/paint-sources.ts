import type { Camera } from '../viewport/view.ts';

/**
 * Images that the brush uncovers. Each function draws its image at the camera's position, without clearing the canvas.
 * One unit of the context is one CSS px. Its origin is the top left corner of the viewport, or of the lens, which has
 * its own camera.
 */
export interface PaintSources {
  /** Draws the cutout alone, as in the last result. The backdrop shows through it. */
  readonly drawCutout: (context: CanvasRenderingContext2D, view: Camera) => void;
  readonly drawOriginal: (context: CanvasRenderingContext2D, view: Camera) => void;
  /** Draws everything behind the subject, opaque; the checkerboard when there is no background. */
  readonly drawBackdrop: (context: CanvasRenderingContext2D, view: Camera) => void;
}
