import type { Prompt, PromptPoint } from '../api/prompt.ts';
import type { Part, Size } from '../api/size.ts';
import { type Mask, resampleMask } from '../matting/resample-mask.ts';
import type { Look } from './look-at-point.ts';
import { maskOfSelection } from './mask-of-selection.ts';
import { oklabOf } from './oklab-of.ts';
import { selectByPrompt } from './select-by-prompt.ts';

/** Longer side of the grid on which a prompt is worked out, in pixels. Walking over all of it takes about 40 ms. */
const gridLongSidePx = 480;

/** Returns the size of the grid on which a prompt for an image is worked out. */
export function promptGridOf({ widthPx, heightPx }: Size): Size {
  const scale = gridLongSidePx / Math.max(widthPx, heightPx);
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}

/** An image at the size of its prompt's grid. */
export interface GridImage extends Size {
  /** RGBA, 8-bit; alpha is ignored. */
  readonly pixels: Uint8ClampedArray;
}

/**
 * Restricts a mask to the objects that a prompt names.
 * @param whole the whole image's mask; the result has its size.
 * @param image the image at the size of its grid; see `promptGridOf`.
 * @param picture the full-size image's size.
 * @param look runs the network on a part of the full-size image.
 */
export async function applyPrompt(
  whole: Mask,
  image: GridImage,
  picture: Size,
  prompt: Prompt,
  look: Look,
): Promise<Float32Array<ArrayBuffer>> {
  const grid = { widthPx: image.widthPx, heightPx: image.heightPx };
  const ground = { ...grid, colours: oklabOf(image.pixels), mask: resampleMask(whole, grid) };
  const [across, down] = [picture.widthPx / grid.widthPx, picture.heightPx / grid.heightPx];
  const selection = await selectByPrompt(
    ground,
    gridPrompt(prompt, grid, across, down),
    ({ leftPx, topPx, ...size }) => {
      const [left, top] = [Math.floor(leftPx * across), Math.floor(topPx * down)];
      return look({
        leftPx: left,
        topPx: top,
        widthPx: Math.min(Math.round(size.widthPx * across), picture.widthPx - left),
        heightPx: Math.min(Math.round(size.heightPx * down), picture.heightPx - top),
      });
    },
  );
  return maskOfSelection(whole, selection);
}

/** Converts a prompt to the grid. What lies outside the image is moved to its border. */
function gridPrompt({ points = [], box, corrected = false }: Prompt, grid: Size, across: number, down: number) {
  const within = (value: number, length: number) => Math.min(Math.max(Math.floor(value), 0), length - 1);
  const indexOf = ({ xPx, yPx }: Pick<PromptPoint, 'xPx' | 'yPx'>) =>
    within(yPx / down, grid.heightPx) * grid.widthPx + within(xPx / across, grid.widthPx);
  return {
    points: points.map((point) => ({ at: indexOf(point), keep: point.keep })),
    box: box && { ...gridBox(box, grid, across, down), keep: box.keep ?? true },
    isCorrected: corrected,
  };
}

function gridBox({ leftPx, topPx, widthPx, heightPx }: Part, grid: Size, across: number, down: number): Part {
  const clip = (value: number, length: number) => Math.min(Math.max(value, 0), length);
  const left = Math.min(Math.floor(clip(leftPx / across, grid.widthPx)), grid.widthPx - 1);
  const top = Math.min(Math.floor(clip(topPx / down, grid.heightPx)), grid.heightPx - 1);
  return {
    leftPx: left,
    topPx: top,
    widthPx: Math.max(1, Math.ceil(clip((leftPx + widthPx) / across, grid.widthPx)) - left),
    heightPx: Math.max(1, Math.ceil(clip((topPx + heightPx) / down, grid.heightPx)) - top),
  };
}
