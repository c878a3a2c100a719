import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

import { watchFileDrop, type FileDropState } from './watch-file-drop.ts';

export interface UseFileDropOptions {
  /** Called with the dropped files, at least one, of any format. */
  onFiles: (files: File[]) => void;
  /** Called for a drop without files from another page; see `watchFileDrop`. */
  onTransfer?: (transfer: DataTransfer) => void;
  /** Element to watch. Default: the whole window. */
  target?: RefObject<HTMLElement | null>;
  disabled?: boolean;
}

/** Accepts dropped files on the window or on one element. @returns `over` while files are dragged over the target. */
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
