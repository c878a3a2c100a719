/** What the file holds, as the suffix of its name tells. */
export type FileKind = 'cutout' | 'matte';

/**
 * @param name the original's, as the file was called.
 * @param fallback for a picture without one.
 * @param ending without the dot.
 * @returns the original's name with a suffix and the new ending: `cat.photo.jpg` gives `cat.photo-cutout.png`.
 */
export function resultFileName(name: string, fallback: string, ending = 'png', kind: FileKind = 'cutout'): string {
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, '').trim();
  return `${stem || fallback}-${kind}.${ending}`;
}
