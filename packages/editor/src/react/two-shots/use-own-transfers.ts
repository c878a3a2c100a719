import { type FileDropState, useFileDrop } from '@isola/ui/drop-zone';
import { useEffect, useEffectEvent, useRef } from 'react';

import type { TransferWay } from '../import/transfer-sheet.tsx';

export interface OwnTransfers {
  /** Called with files that are dropped anywhere, or pasted. */
  readonly onFiles: (files: File[]) => void;
  /** Called for a drop or a paste without a file. */
  readonly onNothing: (way: TransferWay) => void;
}

/**
 * Receives everything that is dropped on the window or pasted while a modal dialog is open, so that the page beneath
 * does not open it.
 * @returns `over` while files are dragged over the window.
 */
export function useOwnTransfers({ onFiles, onNothing }: OwnTransfers): FileDropState {
  const body = useRef(document.body);
  const state = useFileDrop({ target: body, onFiles, onTransfer: () => onNothing('drop') });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) onFiles(files);
    else onNothing('paste');
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // The page listens on the window and on the document, which such events reach after the body.
    for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const)
      document.body.addEventListener(type, (event) => event.stopPropagation(), { signal });
    document.body.addEventListener('paste', (event) => onPaste(event), { signal });
    return () => listening.abort();
  }, []);
  return state;
}
