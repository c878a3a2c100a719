let last: HTMLImageElement | undefined;

/**
 * Has the browser load and decode an image that is about to be shown, and holds the last one: an `img` of the same URL is
 * complete at once then. Resolves for one that cannot be decoded, too.
 */
export async function preloadImage(url: string): Promise<void> {
  const image = new Image();
  last = image;
  image.src = url;
  await image.decode().catch(() => undefined);
}

/** @returns the image of this URL, if it is the last that was preloaded. */
export function preloadedImage(url: string): HTMLImageElement | undefined {
  return last?.src === url ? last : undefined;
}
