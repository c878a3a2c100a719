const suffix = '-cutout';

/**
 * @param name the original's, as the file was called.
 * @param fallback for a picture without one.
 * @returns the original's name with a suffix and the new ending: `cat.photo.jpg` gives `cat.photo-cutout.png`.
 */
export function cutoutFileName(name: string, fallback: string): string {
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, '').trim();
  return `${stem || fallback}${suffix}.png`;
}
