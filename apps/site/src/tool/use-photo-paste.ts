import { useEffect, useEffectEvent } from 'react';

/** Takes a picture pasted anywhere on the page, unless it is pasted into a field. */
export function usePhotoPaste(onFiles: (files: File[]) => void): void {
  const receive = useEffectEvent(onFiles);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')) return;
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      receive(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}
