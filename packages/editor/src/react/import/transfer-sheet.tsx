import { Banner } from '@isola/ui/banner';
import { useTranslation } from 'react-i18next';

import { useEditorHost } from '../session/editor-host.tsx';
import { PastedUrl } from './pasted-url.tsx';

export type TransferWay = 'drop' | 'paste';

/** The URL of an image that was dropped or pasted, or the way in which something without an image came. */
export type Arrival =
  | { readonly kind: 'url'; readonly text: string }
  | { readonly kind: 'nothing'; readonly by: TransferWay };

export interface TransferSheetProps {
  arrival: Arrival;
  onImage: (image: File) => void;
  onEnd: () => void;
}

/** Shows a sheet for a drop or a paste without a file: it fetches the image of a URL, or says that there is none. */
export function TransferSheet({ arrival, onImage, onEnd }: TransferSheetProps) {
  const { t } = useTranslation(['tool', 'common']);
  const { fetchImage } = useEditorHost();
  if (arrival.kind === 'url' && fetchImage) {
    return <PastedUrl fetchImage={fetchImage} pasted={arrival} onImage={onImage} onEnd={onEnd} />;
  }
  const isDropped = arrival.kind === 'nothing' && arrival.by === 'drop';
  return (
    <div className="fixed inset-x-4 bottom-6 z-40 mx-auto max-w-120 rounded-md bg-sheet shadow-float">
      <Banner
        title={t(isDropped ? 'tool:transfer.nothingDropped' : 'tool:transfer.nothingPasted')}
        onDismiss={onEnd}
        dismissLabel={t('common:dismiss')}
      />
    </div>
  );
}
