let last: HTMLImageElement | undefined;

/**
 * Makes the browser load and decode an image that is about to be shown, and keeps a reference to the last one, so that
 * an `img` of the same URL is complete at once. It also resolves for an image that cannot be decoded.
 */
export async function preloadImage(url: string): Promise<void> {
  const image = new Image();
  last = image;
  image.src = url;
  await image.decode().catch(() => undefined);
}

/** @returns the image of this URL if it was the last one that was preloaded. */
export function preloadedImage(url: string): HTMLImageElement | undefined {
  return last?.src === url ? last : undefined;
}
