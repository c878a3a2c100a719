import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Autosave, ReopenOutcome } from '../../persistence/autosave.ts';
import type { SourceImage } from '../../model/source-image.ts';
import type { ReadonlyStore } from '../../model/readonly-store.ts';
import { useEditorHost, usePersistence, useSession } from '../session/editor-host.tsx';

const dismissed = new WeakSet<SourceImage>();

/** Banner for a file that was opened and edited before. It offers to continue from the saved work. */
export function EarlierOffer({ image }: { image: SourceImage }) {
  const { itemActions } = useEditorHost();
  const autosave = usePersistence()?.autosave;
  const earlier = autosave?.earlierOf(image);
  const [, noteDismissed] = useReducer((count: number) => count + 1, 0);
  if (!autosave || !earlier || itemActions || dismissed.has(image)) return null;
  const dismiss = () => {
    dismissed.add(image);
    noteDismissed();
  };
  return <Offer autosave={autosave} earlier={earlier} onDismiss={dismiss} />;
}

interface OfferProps {
  autosave: Autosave;
  /** ID of the saved project; undefined until it is found. */
  earlier: ReadonlyStore<string | undefined>;
  onDismiss: () => void;
}

function Offer({ autosave, earlier, onDismiss }: OfferProps) {
  const { t } = useTranslation('editor');
  const session = useSession();
  const id = useStore(earlier);
  const [state, setState] = useState<'idle' | 'opening' | Exclude<ReopenOutcome['outcome'], 'reopened' | 'original'>>(
    'idle',
  );
  if (id === undefined) return null;
  const open = async () => {
    if (state === 'opening') return;
    setState('opening');
    const reopened = await autosave.reopen(id);
    if (reopened.outcome === 'reopened') session.open(reopened.image, reopened.segmentation, reopened.document);
    else setState(reopened.outcome === 'original' ? 'missing' : reopened.outcome);
  };
  const hasFailed = state !== 'idle' && state !== 'opening';
  return (
    <Banner
      data-code="earlier"
      title={t('earlier.title')}
      actions={
        <>
          <Button size="sm" loading={state === 'opening'} onClick={() => void open()} className="pointer-coarse:h-11">
            {t('earlier.continue')}
          </Button>
          <Button variant="ghost" size="sm" onClick={onDismiss} className="pointer-coarse:h-11">
            {t('earlier.dismiss')}
          </Button>
        </>
      }
    >
      {hasFailed && (
        <p role="alert" data-code={state} className="text-danger">
          {t(`saved.failed.${state}`)}
        </p>
      )}
    </Banner>
  );
}
