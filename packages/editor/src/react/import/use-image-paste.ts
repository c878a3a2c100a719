import { useEffect } from 'react';

/**
 * Takes what is pasted anywhere on the page but into a field.
 * @param onUrl given a text that is one URL of the web; without it, texts are left alone.
 */
export function useImagePaste(onFiles: (files: File[]) => void, onUrl: ((url: string) => void) | undefined): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (!clipboardData || (target instanceof Element && target.matches(':read-write'))) return;
      const files = [...clipboardData.files];
      const text = clipboardData.getData('text').trim();
      if (files.length > 0) onFiles(files);
      else if (onUrl && /^https?:\/\/\S+$/i.test(text)) onUrl(text);
      else return;
      event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });
}
