import { useEffect } from 'react';

/**
 * Handles pastes anywhere on the page except in editable fields.
 * @param onTransfer Called with pastes that contain no file, such as a text or a part of a page.
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
