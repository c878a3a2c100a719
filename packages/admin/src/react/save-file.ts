/** How long the URL of a download stays valid. A browser that has not begun the download in that time loses it. */
const urlLifetimeMs = 60_000;

/** Saves a text as a file on the reader's device. */
export function saveFile(name: string, text: string, type: 'text/csv' | 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}
