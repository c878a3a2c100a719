import { type FileDropState, useFileDrop } from '@isola/ui/drop-zone';
import type { RefObject } from 'react';

import { useCapturedPaste } from '../import/use-captured-paste.ts';
import type { Transfer } from '../import/use-transfer.tsx';

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
  const isWanted = canvas !== undefined;
  const { take } = useCapturedPaste(isWanted, onFile, onTransfer);
  return useFileDrop({
    ...(canvas && { target: canvas }),
    disabled: !isWanted,
    onFiles: take,
    onTransfer: (transfer) => onTransfer(transfer, 'drop'),
  });
}
