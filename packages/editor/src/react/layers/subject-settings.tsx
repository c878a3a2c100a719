import { formatPercent, type Locale } from '@isola/i18n';
import { Switch } from '@isola/ui/switch';
import { useTranslation } from 'react-i18next';

import type { ImageDocument } from '../../document/image-document.ts';
import { layersOf, withLayer } from '../../document/layers.ts';
import { changedReflection } from '../../document/with-reflection.ts';
import { isSubject, type SubjectLayer } from '../../rendering/arrange-subjects.ts';
import type { DocumentState } from '../../schema/document-state.ts';
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
      read={(state) => reflectionOf(state, id)?.[field] ?? 0}
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

function withSubject(
  state: DocumentState,
  id: string,
  change: (subject: SubjectLayer['subject']) => SubjectLayer['subject'],
): DocumentState {
  return withLayer(state, id, (layer) => (isSubject(layer) ? { ...layer, subject: change(layer.subject) } : layer));
}

function reflectionOf(state: DocumentState, id: string) {
  const layer = layersOf(state).find((each) => each.id === id);
  return layer && isSubject(layer) ? layer.subject.reflection : undefined;
}
