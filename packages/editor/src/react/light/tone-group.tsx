import { readGreyCard } from '@isola/imaging';
import { Button } from '@isola/ui/button';
import { Eye, Pipette, RotateCcw } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import { withoutTone, withTone } from '../../document/with-tone.ts';
import type { Editor } from '../../editor.ts';
import { useHold } from '../canvas/use-hold.ts';
import { ToneSliders } from './tone-sliders.tsx';
import { useToneFormats } from './use-tone-formats.ts';

type History = ImageDocument['history'];

export interface ToneGroupProps {
  history: History;
  /** Eyedropper of the image; undefined for settings of several images that show none. */
  eyedropper: Editor['eyedropper'] | undefined;
}

/** Controls for the light and colour of the subject itself. */
export function ToneGroup({ history, eyedropper }: ToneGroupProps) {
  const { t } = useTranslation('editor');
  const title = useId();
  return (
    <section aria-labelledby={title} data-slot="tone" className="flex flex-col gap-4 border-t border-line pt-4">
      <h4 id={title} className="text-14 font-medium">
        {t('tone.title')}
      </h4>
      <ToneSliders
        history={history}
        read={({ tone }) => tone}
        write={withTone}
        balance={eyedropper && <GreyCardButton history={history} eyedropper={eyedropper} />}
      />
      <p className="text-13 text-soft">{t('tone.hint')}</p>
      <div className="flex flex-wrap gap-2">
        <BeforeButton history={history} />
        <ResetButton history={history} />
      </div>
    </section>
  );
}

/** Button that picks something grey in the photograph, such as a grey card, and balances the white by it. */
function GreyCardButton({ history, eyedropper }: { history: History; eyedropper: Editor['eyedropper'] }) {
  const { t } = useTranslation('editor');
  const { temperature, tint } = useToneFormats();
  const isPicking = useStore(eyedropper, (state) => state.isGrey);
  const [said, say] = useState('');
  useEffect(() => eyedropper.cancel, [eyedropper]);
  const pick = () => {
    say('');
    eyedropper.pickGrey((pixels) => {
      const reading = readGreyCard(pixels);
      if ('failure' in reading) return reading.failure;
      const { balance } = reading;
      history.commit('white-balance', withTone(history.getState().state, balance));
      say(t('tone.balanced', { temperature: temperature(balance.temperature), tint: tint(balance.tint) }));
      return undefined;
    });
  };
  return (
    <div>
      <Button
        aria-pressed={isPicking}
        onClick={() => (isPicking ? eyedropper.cancel() : pick())}
        className="w-full pointer-coarse:h-11"
      >
        <Pipette aria-hidden />
        {t('tone.greyCard')}
      </Button>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Button that shows the subject as it was photographed while it is held. */
function BeforeButton({ history }: { history: History }) {
  const { t } = useTranslation('editor');
  const isChanged = useIsChanged(history);
  const { held, buttonProps } = useHold();
  useEffect(() => {
    const { state } = history.getState();
    if (!held || !state.tone) return undefined;
    history.preview(withoutTone(state));
    // A commit of the same state adds no step and ends the preview.
    return () => history.commit('tone', history.committed());
  }, [held, history]);
  return (
    <Button
      aria-disabled={!isChanged && !held}
      aria-pressed={held}
      {...buttonProps}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:h-11"
    >
      <Eye aria-hidden />
      {t('tone.before')}
    </Button>
  );
}

function ResetButton({ history }: { history: History }) {
  const { t } = useTranslation('editor');
  const isChanged = useIsChanged(history);
  return (
    <Button
      // A button that becomes `disabled` by its own press loses the focus, so `aria-disabled` is used instead.
      aria-disabled={!isChanged}
      aria-label={t('tone.resetAll')}
      onClick={() => isChanged && history.commit('tone', withoutTone(history.getState().state))}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:h-11"
    >
      <RotateCcw aria-hidden />
      {t('tone.reset')}
    </Button>
  );
}

function useIsChanged(history: History): boolean {
  return useStore(history, ({ state }) => state.tone !== undefined);
}
