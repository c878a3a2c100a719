import { useEffect, useEffectEvent } from 'react';

import { isZip } from '../../import/open-file.ts';
import { useSession } from '../session/editor-host.tsx';
import type { Transfer } from './use-transfer.tsx';

export interface CapturedPaste {
  /** Opens a project file as usual, and passes any other file to the caller. */
  readonly take: (files: readonly File[]) => void;
}

/**
 * Passes an image that is pasted to the caller, instead of opening it as a new image. Pastes into text fields and project files are
 * handled as usual.
 * @param isWanted While it is false, all pastes are handled as usual.
 * @param onFile Called with the first file. The caller reports one that cannot be read.
 * @param onTransfer Called with pastes that contain no file, such as a link.
 */
export function useCapturedPaste(
  isWanted: boolean,
  onFile: (file: File) => void,
  onTransfer: Transfer['receive'],
): CapturedPaste {
  const session = useSession();
  const take = async ([file]: readonly File[]) => {
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
  return { take: (files) => void take(files) };
}
