import { type FileDropState, useFileDrop } from '@isola/ui/drop-zone';
import { type RefObject, useEffect, useEffectEvent } from 'react';

import { isZip } from '../../import/open-file.ts';
import type { Transfer } from '../import/use-transfer.tsx';
import { useSession } from '../session/editor-host.tsx';

/**
 * Passes an image that is dropped on the canvas or pasted to the caller, instead of opening it as a new image. A
 * project file is opened all the same.
 * @param canvas While it is undefined, drops and pastes are handled as usual.
 * @param onTransfer Called with drops and pastes that contain no file, such as a link.
 * @returns whether files are being dragged over the canvas.
 */
export function useBackgroundDrop(
  canvas: RefObject<HTMLElement | null> | undefined,
  onFile: (file: File) => void,
  onTransfer: Transfer['receive'],
): FileDropState {
  const session = useSession();
  const isWanted = canvas !== undefined;
  const take = async ([file]: File[]) => {
    if (!file) return;
    // `onFile` reports a file that cannot be read.
    if (await isZip(file).catch(() => false)) await session.start(file);
    else onFile(file);
  };
  const receive = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    // Another editor on the page has already taken the paste.
    if (event.defaultPrevented) return;
    if (target instanceof Element && target.matches(':read-write')) return;
    if (!clipboardData?.types.length) return;
    event.preventDefault();
    // The page's own paste handler must not receive the event.
    event.stopPropagation();
    if (clipboardData.files.length > 0) void take([...clipboardData.files]);
    else onTransfer(clipboardData, 'paste');
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const onPaste = (event: ClipboardEvent) => receive(event);
    document.addEventListener('paste', onPaste, { capture: true });
    return () => document.removeEventListener('paste', onPaste, { capture: true });
  }, [isWanted]);
  return useFileDrop({
    ...(canvas && { target: canvas }),
    disabled: !isWanted,
    onFiles: (files) => void take(files),
    onTransfer: (transfer) => onTransfer(transfer, 'drop'),
  });
}
