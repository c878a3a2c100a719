import type { ShadowRefusal } from '@isola/imaging';
import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { Camera } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import { withoutPhotographedShadow, withPhotographedShadow } from '../../document/with-photographed-shadow.ts';
import type { Editor } from '../../editor.ts';
import { CancelButton, useEscape, WorkFailure } from '../canvas/work-note.tsx';
import { StateSlider } from '../state-slider.tsx';
import { type ShadowSearch, useMissingShadow, useShadowSearch } from './use-shadow-search.ts';

type History = ImageDocument['history'];

export interface PhotographedGroupProps {
  history: History;
  /** Rendering of the image; undefined for settings of several images, each of which has its own shadow or none. */
  rendering: Editor['rendering'] | undefined;
}

/** Button that keeps the shadow of the photograph, with its strength and softness once it is kept. */
export function PhotographedGroup({ history, rendering }: PhotographedGroupProps) {
  const { t } = useTranslation('editor');
  const keep = () => history.commit('photographed-shadow', withPhotographedShadow(history.getState().state));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        {rendering ? (
          <OfOneImage history={history} rendering={rendering} onFound={keep} />
        ) : (
          <>
            <KeepButton history={history} isBlocked={false} onKeep={keep} />
            <p className="text-13 text-soft">{t('light.photographedEach')}</p>
          </>
        )}
      </div>
      <Sliders history={history} />
    </div>
  );
}

interface OfOneImageProps {
  history: History;
  rendering: Editor['rendering'];
  onFound: () => void;
}

/** Button that first looks for the shadow, and says why there is none. */
function OfOneImage({ history, rendering, onFound }: OfOneImageProps) {
  const { t } = useTranslation('editor');
  const search = useShadowSearch(history, rendering, onFound);
  const missing = useMissingShadow(history, rendering) ?? search.refusal;
  const isBlocked = search.refusal !== undefined || search.isBusy;
  return (
    <>
      <KeepButton history={history} isBlocked={isBlocked} onKeep={search.start} />
      <SearchStatus search={search} missing={missing} />
      {search.failure && <WorkFailure failure={search.failure} retry={search.start} />}
      {!missing && !search.isBusy && <p className="text-13 text-soft">{t('light.photographedHint')}</p>}
    </>
  );
}

interface KeepButtonProps {
  history: History;
  /** True while the button cannot keep the shadow. A shadow that is kept already can be dropped all the same. */
  isBlocked: boolean;
  onKeep: () => void;
}

function KeepButton({ history, isBlocked, onKeep }: KeepButtonProps) {
  const { t } = useTranslation('editor');
  const isKept = useStore(history, ({ state }) => state.light.photographed !== undefined);
  const drop = () => history.commit('photographed-shadow', withoutPhotographedShadow(history.getState().state));
  return (
    <Button
      aria-pressed={isKept}
      // A button that becomes `disabled` by its own press loses the focus, so `aria-disabled` is used instead.
      aria-disabled={isBlocked && !isKept}
      onClick={() => {
        if (isKept) drop();
        else if (!isBlocked) onKeep();
      }}
      className="w-full aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:h-11"
    >
      <Camera aria-hidden />
      {t('light.photographed')}
    </Button>
  );
}

function SearchStatus({ search, missing }: { search: ShadowSearch; missing: ShadowRefusal | undefined }) {
  const { t } = useTranslation('editor');
  const { isBusy, cancel } = search;
  useEscape(isBusy, cancel);
  return (
    <div className="flex items-center gap-2 text-13 text-soft">
      <p role="status" className="flex items-center gap-2">
        {isBusy && (
          <>
            <Spinner />
            <span>{t('light.photographedBusy')}</span>
          </>
        )}
        {!isBusy && missing && <span>{t(`light.photographedMissing.${missing}`)}</span>}
      </p>
      {isBusy && <CancelButton cancel={cancel} />}
    </div>
  );
}

/** Strength and softness of a shadow that is kept. */
function Sliders({ history }: { history: History }) {
  const { t, i18n } = useTranslation('editor');
  // The sliders stay while one is dragged to 0, which removes the shadow only at the end.
  const isKept = useStore(history, () => history.committed().light.photographed !== undefined);
  if (!isKept) return null;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const slider = (field: 'strength' | 'softness') => (
    <StateSlider
      label={t(field === 'strength' ? 'light.photographedStrength' : 'light.softness')}
      history={history}
      stepName="photographed-shadow"
      formatValue={(value) => percent.format(value / 100)}
      read={({ light }) => light.photographed?.[field] ?? 0}
      write={(state, value) => withPhotographedShadow(state, { [field]: value })}
    />
  );
  return (
    <div role="group" aria-label={t('light.photographed')} className="flex flex-col gap-4 border-s border-line ps-4">
      {slider('strength')}
      {slider('softness')}
    </div>
  );
}
