import { type ReactNode, Suspense, useCallback, useState } from 'react';

import type { TransferredText } from '../../import/read-transfer.ts';
import type { Arrival, TransferWay } from './transfer-sheet.tsx';
import { lazyOptional } from '../lazy-optional.ts';

const loadParts = () => import('./import-parts.ts');
// If this code fails to load, the file picker still works.
const TransferSheet = lazyOptional(async () => (await loadParts()).TransferSheet);

export interface Transfer {
  /** Handles the data of a drop or paste event that contains no files. */
  readonly receive: (transfer: DataTransfer, by: TransferWay) => void;
  /** Ends the fetch of an image and closes the sheet. */
  readonly end: () => void;
  /** Sheet that fetches the image at a URL, or reports that there is none. Render it anywhere in the page. */
  readonly sheet: ReactNode;
}

/**
 * Opens images that are dragged or copied from other pages.
 * @param onFiles Called with one image.
 */
export function useTransfer(onFiles: (files: File[]) => void): Transfer {
  const [arrival, setArrival] = useState<Arrival>();
  const end = useCallback(() => setArrival(undefined), []);
  const receive = (transfer: DataTransfer, by: TransferWay) => {
    // The data is read synchronously, because the browser empties the transfer after the event.
    const carried: TransferredText = {
      html: transfer.getData('text/html'),
      links: transfer.getData('text/uri-list'),
      text: transfer.getData('text/plain'),
    };
    loadParts().then(({ readTransfer }) => {
      const image = readTransfer(carried);
      if (image?.kind === 'file') {
        end();
        onFiles([image.file]);
      } else setArrival(image ? { kind: 'url', text: image.url } : { kind: 'nothing', by });
    }, reportError);
  };
  const sheet = arrival && (
    <Suspense>
      <TransferSheet arrival={arrival} onImage={(image) => onFiles([image])} onEnd={end} />
    </Suspense>
  );
  return { receive, end, sheet };
}
