import type { Removal } from '../remove-background.ts';

/** Returns the headers of a result: its type, its size, and the place of the subject in the image that was sent. */
export function cutoutHeaders({ type, widthPx, heightPx, foreground }: Removal): Record<string, string> {
  return {
    'content-type': type,
    'x-width': String(widthPx),
    'x-height': String(heightPx),
    'x-foreground-left': String(foreground.left),
    'x-foreground-top': String(foreground.top),
    'x-foreground-width': String(foreground.width),
    'x-foreground-height': String(foreground.height),
  };
}
