import { formatPercent, type Locale } from '@isola/i18n';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import { withReflection } from '../../document/with-reflection.ts';
import { StateSlider } from '../state-slider.tsx';

/** Sliders for the reflection of the subject on the ground: its strength and, once there is one, the length of its fading. */
export function ReflectionGroup({ history }: { history: ImageDocument['history'] }) {
  const { t, i18n } = useTranslation('editor');
  const isReflected = useStore(history, ({ state }) => state.light.reflection !== undefined);
  const slider = (field: 'strength' | 'length', min: number) => (
    <StateSlider
      label={t(field === 'strength' ? 'light.reflection' : 'light.reflectionLength')}
      history={history}
      stepName="reflection"
      min={min}
      formatValue={(value) => formatPercent(i18n.language as Locale, value / 100)}
      read={({ light }) => light.reflection?.[field] ?? 0}
      write={(state, value) => withReflection(state, { [field]: value })}
    />
  );
  return (
    <>
      {slider('strength', 0)}
      {isReflected && (
        <div role="group" aria-label={t('light.reflection')} className="flex flex-col gap-2 border-s border-line ps-4">
          {slider('length', 1)}
          <p className="text-13 text-soft">{t('light.reflectionHint')}</p>
        </div>
      )}
    </>
  );
}
