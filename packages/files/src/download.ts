/** Long enough for a browser to have begun; the address holds the whole file in memory until it is given up. */
const keepAddressMs = 60_000;

/** Saves a file through the browser's own downloads. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keepAddressMs);
}
