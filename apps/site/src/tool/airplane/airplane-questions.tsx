import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogFooter,
} from '@isola/ui/alert-dialog';
import { Button } from '@isola/ui/button';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { siteSegmenter } from '../site-segmenter.ts';
import { airplaneMode, type AirplaneObstacle, dismissAirplane, startAirplane } from './airplane-mode.ts';

/** Dialog before airplane mode is on: what will not work without the model, or why the mode is impossible here. */
export function AirplaneQuestions() {
  const asks = useStore(airplaneMode, (state) => state.asks);
  return (
    <AlertDialog open={asks !== undefined} onOpenChange={(isOpen) => !isOpen && dismissAirplane()}>
      {asks === 'no-model' ? <WithoutModel /> : asks && <Impossible why={asks} />}
    </AlertDialog>
  );
}

function Impossible({ why }: { why: AirplaneObstacle }) {
  const { t } = useTranslation('common');
  return (
    <AlertDialogContent tone="neutral" title={t('airplane.cannot.title')} description={t(`airplane.cannot.${why}`)}>
      <AlertDialogFooter>
        <AlertDialogCancel>{t('dismiss')}</AlertDialogCancel>
      </AlertDialogFooter>
    </AlertDialogContent>
  );
}

function WithoutModel() {
  const { t } = useTranslation('common');
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = useRef<AbortController>(null);
  // A visitor who closes the dialog while the model loads no longer wants the mode.
  useEffect(() => () => load.current?.abort(), []);
  const loadFirst = (event: MouseEvent) => {
    event.preventDefault();
    setState('loading');
    load.current = new AbortController();
    const { signal } = load.current;
    siteSegmenter()
      .then((segmenter) => segmenter.warmUp({ signal }))
      .then(
        () => {
          if (!signal.aborted) void startAirplane(false);
        },
        () => {
          if (!signal.aborted) setState('failed');
        },
      );
  };
  return (
    <AlertDialogContent
      tone="neutral"
      title={t('airplane.noModel.title')}
      description={
        <>
          <span className="block">{t('airplane.noModel.text')}</span>
          <span role="status" className="block text-danger">
            {state === 'failed' && t('airplane.noModel.failed')}
          </span>
        </>
      }
    >
      <AlertDialogFooter>
        <AlertDialogCancel>{t('airplane.noModel.cancel')}</AlertDialogCancel>
        <Button onClick={() => void startAirplane(false)}>{t('airplane.noModel.anyway')}</Button>
        <AlertDialogAction loading={state === 'loading'} onClick={loadFirst}>
          {t('airplane.noModel.load')}
        </AlertDialogAction>
      </AlertDialogFooter>
    </AlertDialogContent>
  );
}
