import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

import { watchFileDrop, type FileDropState } from './watch-file-drop.ts';

export interface UseFileDropOptions {
  /** Receives what was dropped, at least one file, of any kind. */
  onFiles: (files: File[]) => void;
  /** Receives a drop without files from another page; see `watchFileDrop`. */
  onTransfer?: (transfer: DataTransfer) => void;
  /** Where to watch. Without it the whole window is the target. */
  target?: RefObject<HTMLElement | null>;
  disabled?: boolean;
}

/** Makes the window, or one element, a place to drop files on. @returns whether files hang above it. */
export function useFileDrop({ onFiles, onTransfer, target, disabled = false }: UseFileDropOptions): FileDropState {
  const [state, setState] = useState<FileDropState>('idle');
  const receive = useEffectEvent(onFiles);
  const receiveTransfer = useEffectEvent((transfer: DataTransfer) => onTransfer?.(transfer));
  const takesTransfers = onTransfer !== undefined;

  useEffect(() => {
    const place = target ? target.current : window;
    if (disabled || !place) return undefined;
    const stop = watchFileDrop(place, {
      onStateChange: setState,
      onFiles: (files) => receive(files),
      onTransfer: takesTransfers ? (transfer) => receiveTransfer(transfer) : undefined,
    });
    return () => {
      stop();
      setState('idle');
    };
  }, [target, disabled, takesTransfers]);

  return state;
}
