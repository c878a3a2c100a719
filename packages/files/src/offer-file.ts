import { revokeLater } from './revoke-later.ts';

/** Offers a file for dragging, in the format of each browser. @returns a function that ends the offer. */
export function offerFile(transfer: DataTransfer, file: Blob, name: string): () => void {
  const url = URL.createObjectURL(file);
  transfer.effectAllowed = 'copy';
  // Chromium fetches the URL itself; other browsers take the file.
  transfer.setData('DownloadURL', `${file.type}:${name}:${url}`);
  if (!('chrome' in window)) transfer.items.add(new File([file], name, { type: file.type }));
  // A drop on this page would open the file as the next image.
  const withhold = (event: Event) => {
    event.stopImmediatePropagation();
    if (event.type === 'drop') event.preventDefault();
  };
  const events = ['dragenter', 'dragover', 'dragleave', 'drop'];
  for (const type of events) window.addEventListener(type, withhold, { capture: true });
  return () => {
    for (const type of events) window.removeEventListener(type, withhold, { capture: true });
    revokeLater(url);
  };
}
