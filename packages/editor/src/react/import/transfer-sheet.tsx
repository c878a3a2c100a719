import { Banner } from '@isola/ui/banner';
import { useTranslation } from 'react-i18next';

import { useEditorHost } from '../session/editor-host.tsx';
import { PastedUrl } from './pasted-url.tsx';

export type TransferWay = 'drop' | 'paste';

/** Content of a drop or paste without a file: the URL of an image, or `nothing` and how it arrived. */
export type Arrival =
  | { readonly kind: 'url'; readonly text: string }
  | { readonly kind: 'nothing'; readonly by: TransferWay };

export interface TransferSheetProps {
  arrival: Arrival;
  onImage: (image: File) => void;
  onEnd: () => void;
}

/** Sheet for a drop or paste without a file. It fetches the image at a URL, or reports that there is no image. */
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
