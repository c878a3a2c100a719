/** Lightness that much of a subject has: near black, near white, or some of each. */
export type SubjectTone = 'dark' | 'light' | 'both';

const sidePx = 48;
/** OKLab lightness up to which a colour is lost on the dark checkerboard, and from which it is on the light one. */
const [darkUpTo, lightFrom] = [0.42, 0.88];
/** Share of the subject that must not be lost. */
const share = 0.12;

/**
 * Measures the tone of a cutout on a small copy, which the browser scales off the main thread.
 * @returns undefined for a subject that can be seen on both checkerboards, and for an image that cannot be read.
 */
export async function subjectTone(image: ImageBitmapSource): Promise<SubjectTone | undefined> {
  try {
    const small = await createImageBitmap(image, { resizeWidth: sidePx, resizeHeight: sidePx, resizeQuality: 'low' });
    const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d', { willReadFrequently: true });
    context?.drawImage(small, 0, 0, sidePx, sidePx);
    small.close();
    return context ? toneOf(context.getImageData(0, 0, sidePx, sidePx).data) : undefined;
  } catch {
    // An image of another origin, or one that is not decoded. The pattern of the theme stays.
    return undefined;
  }
}

/** @param pixels RGBA, not premultiplied. Each pixel counts by its alpha. */
export function toneOf(pixels: Uint8ClampedArray): SubjectTone | undefined {
  let [all, dark, light] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    const lightness = Math.cbrt(0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue));
    all += alpha;
    if (lightness <= darkUpTo) dark += alpha;
    if (lightness >= lightFrom) light += alpha;
  }
  const [isDark, isLight] = [dark > share * all, light > share * all];
  if (isDark && isLight) return 'both';
  return isDark ? 'dark' : isLight ? 'light' : undefined;
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
