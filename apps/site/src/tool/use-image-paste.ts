import { useEffect } from 'react';

/** Takes a picture, or a text that is one address on the web, pasted anywhere on the page but into a field. */
export function useImagePaste(onFiles: (files: File[]) => void, onAddress: (address: string) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (!clipboardData || (target instanceof Element && target.matches(':read-write'))) return;
      const files = [...clipboardData.files];
      const text = clipboardData.getData('text').trim();
      if (files.length > 0) onFiles(files);
      else if (/^https?:\/\/\S+$/i.test(text)) onAddress(text);
      else return;
      event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });
}
