import type { Stroke } from '../edits/stroke.ts';
import type { Camera } from '../viewport/view.ts';
import type { PaintBuffer } from './paint-mask.ts';
import type { PaintSources } from './paint-sources.ts';

/** Paint for each action: the original for restoring, the backdrop for erasing, each as large as the canvas. */
export interface PaintBuffers {
  readonly setSources: (sources: PaintSources) => void;
  /** @returns whether these sources draw something else than the current ones. */
  readonly isChange: (sources: PaintSources) => boolean;
  /**
   * Reads the paint of an action, only once until `clear`.
   * @returns undefined without sources, and for a canvas without a size.
   */
  readonly of: (action: Stroke['action'], camera: Camera, pixelRatio: number) => PaintBuffer | undefined;
  /** @returns the paint of an action if it was read before. */
  readonly find: (action: Stroke['action']) => PaintBuffer | undefined;
  readonly clear: () => void;
}

export function createPaintBuffers(canvas: HTMLCanvasElement): PaintBuffers {
  const buffers = new Map<Stroke['action'], PaintBuffer>();
  let sources: PaintSources | undefined;
  return {
    setSources(next) {
      sources = next;
    },
    isChange: (next) => sources?.drawOriginal !== next.drawOriginal || sources.drawBackdrop !== next.drawBackdrop,
    of(action, camera, pixelRatio) {
      const known = buffers.get(action);
      if (known) return known;
      if (!sources || canvas.width === 0 || canvas.height === 0) return undefined;
      const draw = action === 'restore' ? sources.drawOriginal : sources.drawBackdrop;
      const buffer = readBuffer(canvas.width, canvas.height, pixelRatio, (context) => draw(context, camera));
      buffers.set(action, buffer);
      return buffer;
    },
    find: (action) => buffers.get(action),
    clear: () => buffers.clear(),
  };
}

function readBuffer(
  width: number,
  height: number,
  pixelRatio: number,
  draw: (context: CanvasRenderingContext2D) => void,
): PaintBuffer {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser could not create a 2D canvas.');
  context.scale(pixelRatio, pixelRatio);
  draw(context);
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  const ceiling = new Uint8Array(width * height);
  for (let at = 0; at < ceiling.length; at++) {
    ceiling[at] = data[at * 4 + 3] ?? 0;
    data[at * 4 + 3] = 0;
  }
  return { image, ceiling };
}
