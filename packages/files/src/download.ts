import { revokeLater } from './revoke-later.ts';

/** Saves a file with a download of the browser. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  revokeLater(url);
}
