/** Saves a text as a file on the reader's device. */
export function saveFile(name: string, text: string, type: 'text/csv' | 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
