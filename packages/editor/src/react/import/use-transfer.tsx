import { type ReactNode, Suspense, useState } from 'react';

import type { TransferredText } from '../../import/read-transfer.ts';
import type { Arrival, TransferWay } from './transfer-sheet.tsx';
import { lazyOptional } from '../lazy-optional.ts';

const loadParts = () => import('./import-parts.ts');
// Without it there is still the file picker.
const TransferSheet = lazyOptional(async () => (await loadParts()).TransferSheet);

export interface Transfer {
  /** Takes what an event carries beside files. */
  readonly receive: (transfer: DataTransfer, by: TransferWay) => void;
  /** Fetches the image at a URL, or says that there is none. Put it anywhere in the page. */
  readonly sheet: ReactNode;
}

/** Takes images that are dragged from other pages, or copied there. @param onFiles given one image. */
export function useTransfer(onFiles: (files: File[]) => void): Transfer {
  const [arrival, setArrival] = useState<Arrival>();
  const end = () => setArrival(undefined);
  const receive = (transfer: DataTransfer, by: TransferWay) => {
    // The browser empties the transfer after the event.
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
  return { receive, sheet };
}
