import { formatPercent, type Locale } from '@isola/i18n';
import { noTone } from '@isola/imaging';
import { Button } from '@isola/ui/button';
import { Switch } from '@isola/ui/switch';
import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import { layersOf, withLayer } from '../../document/layers.ts';
import { changedReflection } from '../../document/with-reflection.ts';
import { changedTone } from '../../document/with-tone.ts';
import { isSubject, type SubjectLayer } from '../../rendering/arrange-subjects.ts';
import type { DocumentState, Tone } from '../../schema/document-state.ts';
import { ToneSliders } from '../light/tone-sliders.tsx';
import { StateSlider } from '../state-slider.tsx';

export interface SubjectSettingsProps {
  history: ImageDocument['history'];
  layer: SubjectLayer;
}

/** Settings that only another subject has: whether it is mirrored and casts a shadow, and its reflection. */
export function SubjectSettings({ history, layer }: SubjectSettingsProps) {
  const { t, i18n } = useTranslation('editor');
  const { id, subject } = layer;
  const percent = (value: number) => formatPercent(i18n.language as Locale, value / 100);
  const mirror = (isMirrored: boolean) => {
    const { mirrored: _, ...upright } = layer;
    const next = withLayer(history.getState().state, id, () => (isMirrored ? { ...layer, mirrored: true } : upright));
    history.commit('edit-layer', next);
  };
  const changed = (change: Partial<SubjectLayer['subject']>) =>
    withSubject(history.getState().state, id, (own) => ({ ...own, ...change }));
  const reflectionSlider = (field: 'strength' | 'length', min: number) => (
    <StateSlider
      label={t(field === 'strength' ? 'light.reflection' : 'light.reflectionLength')}
      history={history}
      stepName="reflection"
      min={min}
      formatValue={percent}
      read={(state) => subjectOf(state, id)?.reflection?.[field] ?? 0}
      write={(state, value) =>
        withSubject(state, id, ({ reflection: before, ...own }) => {
          const reflection = changedReflection(before, { [field]: value });
          return reflection ? { ...own, reflection } : own;
        })
      }
    />
  );
  return (
    <>
      <Switch checked={layer.mirrored === true} onCheckedChange={mirror}>
        {t('crop.mirror')}
      </Switch>
      <Switch
        checked={subject.castsShadow}
        onCheckedChange={(castsShadow) => history.commit('edit-layer', changed({ castsShadow }))}
      >
        {t('layers.castsShadow')}
      </Switch>
      <p className="text-13 text-soft">{t('layers.castsShadowHint')}</p>
      {reflectionSlider('strength', 0)}
      {subject.reflection && reflectionSlider('length', 1)}
    </>
  );
}

/** Controls for the light and colour of another subject, which are those of the image's own subject. */
export function SubjectTone({ history, layer: { id, subject } }: SubjectSettingsProps) {
  const { t } = useTranslation('editor');
  const title = useId();
  const isChanged = useStore(history, ({ state }) => subjectOf(state, id)?.tone !== undefined);
  const write = (state: DocumentState, change: Partial<Tone>) =>
    withSubject(state, id, ({ tone: before, ...own }) => {
      const tone = changedTone(before, change);
      return tone ? { ...own, tone } : own;
    });
  const reset = () => history.commit('tone', write(history.getState().state, noTone));
  return (
    <section aria-labelledby={title} data-slot="subject-tone" className="flex flex-col gap-4 border-t border-line pt-4">
      <h4 id={title} className="text-14 font-medium">
        {t('layers.tone', { name: subject.name || t('layers.otherSubject') })}
      </h4>
      <ToneSliders history={history} read={(state) => subjectOf(state, id)?.tone} write={write} />
      <Button
        // A button that becomes `disabled` by its own press loses the focus, so `aria-disabled` is used instead.
        aria-disabled={!isChanged}
        onClick={() => isChanged && reset()}
        className="self-start aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:h-11"
      >
        <RotateCcw aria-hidden />
        {t('tone.reset')}
      </Button>
    </section>
  );
}

function withSubject(
  state: DocumentState,
  id: string,
  change: (subject: SubjectLayer['subject']) => SubjectLayer['subject'],
): DocumentState {
  return withLayer(state, id, (layer) => (isSubject(layer) ? { ...layer, subject: change(layer.subject) } : layer));
}

function subjectOf(state: DocumentState, id: string): SubjectLayer['subject'] | undefined {
  const layer = layersOf(state).find((each) => each.id === id);
  return layer && isSubject(layer) ? layer.subject : undefined;
}
