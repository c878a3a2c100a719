import { useEffect } from 'react';

/**
 * Takes what is pasted anywhere on the page but into a field.
 * @param onTransfer given what carries no file: a text, or a piece of a page.
 */
export function useImagePaste(onFiles: (files: File[]) => void, onTransfer: (transfer: DataTransfer) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (!clipboardData?.types.length || (target instanceof Element && target.matches(':read-write'))) return;
      event.preventDefault();
      const files = [...clipboardData.files];
      if (files.length > 0) onFiles(files);
      else onTransfer(clipboardData);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });
}
