/** The program that receives the file may start to read it only after the drop. */
const keepAddressMs = 60_000;

/** Offers the file for dragging, in the format of each browser. @returns ends the offer. */
export function offerFile(transfer: DataTransfer, file: Blob, name: string): () => void {
  const url = URL.createObjectURL(file);
  transfer.effectAllowed = 'copy';
  // Chromium fetches the address itself; the others take the file.
  transfer.setData('DownloadURL', `${file.type}:${name}:${url}`);
  if (!('chrome' in window)) transfer.items.add(new File([file], name, { type: file.type }));
  // Let go over this page it would become the next image.
  const withhold = (event: Event) => {
    event.stopImmediatePropagation();
    if (event.type === 'drop') event.preventDefault();
  };
  const events = ['dragenter', 'dragover', 'dragleave', 'drop'];
  for (const type of events) window.addEventListener(type, withhold, { capture: true });
  return () => {
    for (const type of events) window.removeEventListener(type, withhold, { capture: true });
    setTimeout(() => URL.revokeObjectURL(url), keepAddressMs);
  };
}
