import { type FileDropState, useFileDrop } from '@isola/ui/drop-zone';
import { useEffect, useEffectEvent, useRef } from 'react';

import { isZip } from '../../import/open-file.ts';
import type { Transfer } from '../import/use-transfer.tsx';
import { useSession } from '../session/editor-host.tsx';

/**
 * While it is in use, an image that is dropped on the canvas or pasted is the caller's, and no new image. A project is opened
 * all the same.
 * @param isWanted otherwise everything goes its usual way.
 * @param onTransfer given what carries no file.
 * @returns whether files hang above the canvas.
 */
export function useBackgroundDrop(
  isWanted: boolean,
  onFile: (file: File) => void,
  onTransfer: Transfer['receive'],
): FileDropState {
  const session = useSession();
  const canvas = useRef<HTMLElement>(null);
  // First: what is below looks for it.
  useEffect(() => {
    canvas.current = document.querySelector('[data-slot=session-view] > section');
  }, []);
  const take = async ([file]: File[]) => {
    if (!file) return;
    // `onFile` reports a file that cannot be read.
    if (await isZip(file).catch(() => false)) await session.start(file);
    else onFile(file);
  };
  const receive = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    if (target instanceof Element && target.matches(':read-write')) return;
    if (!clipboardData?.types.length) return;
    event.preventDefault();
    // Before the page's own intake.
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
    target: canvas,
    disabled: !isWanted,
    onFiles: (files) => void take(files),
    onTransfer: (transfer) => onTransfer(transfer, 'drop'),
  });
}
