import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { FetchImage, UrlFailureCode } from '../../import/fetch-image.ts';
import { useUrlFailureWords } from './use-url-failure-words.ts';
import { useImageUrl } from './use-image-url.ts';

/** Failures that a retry cannot resolve. */
const lasting = new Set<UrlFailureCode>(['invalid', 'private', 'not-a-picture', 'too-large', 'not-offered']);

export interface PastedUrlProps {
  fetchImage: FetchImage;
  /** Text that was pasted or dropped. Each new object starts a new fetch, even with the same text. */
  pasted: { readonly text: string };
  onImage: (image: File) => void;
  /** Called when the sheet is to be removed. */
  onEnd: () => void;
}

/** Fetches the image at a pasted or dropped URL, and shows the progress in a sheet at the bottom of the window. */
export function PastedUrl({ fetchImage, pasted, onImage, onEnd }: PastedUrlProps) {
  const { t } = useTranslation(['tool', 'messages', 'common']);
  const failureWords = useUrlFailureWords();
  const { address, fetchFrom, cancel } = useImageUrl(fetchImage, (image) => {
    onEnd();
    onImage(image);
  });
  const begin = useEffectEvent(fetchFrom);
  useEffect(() => begin(pasted.text), [pasted]);
  return (
    <div className="fixed inset-x-4 bottom-6 z-40 mx-auto max-w-120 rounded-md bg-sheet shadow-float">
      {address.state === 'failed' ? (
        <Banner
          tone="danger"
          title={t('messages:proxy.failed.title')}
          onDismiss={onEnd}
          dismissLabel={t('common:dismiss')}
          actions={
            !lasting.has(address.error.code) && (
              <Button size="sm" className="pointer-coarse:h-11" onClick={() => fetchFrom(pasted.text)}>
                {t('tool:retry')}
              </Button>
            )
          }
        >
          {failureWords(address.error)}
        </Banner>
      ) : (
        <div className="flex items-center gap-4 rounded-md border border-line px-4 py-3">
          <Spinner />
          <div role="status" className="min-w-0 flex-1">
            <p className="text-14 font-medium wrap-anywhere">
              {address.state === 'fetching' && t('tool:address.busy', { host: address.host })}
            </p>
            <p className="text-13 text-soft">{t('tool:address.hint')}</p>
          </div>
          <Button
            size="sm"
            className="pointer-coarse:h-11"
            onClick={() => {
              cancel();
              onEnd();
            }}
          >
            {t('tool:cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}
