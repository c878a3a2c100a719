import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { ImageDocument } from '../../document/image-document.ts';
import type { DocumentState, Tone } from '../../schema/document-state.ts';
import { StateSlider } from '../state-slider.tsx';
import { useToneFormats } from './use-tone-formats.ts';

export interface ToneSlidersProps {
  history: ImageDocument['history'];
  /** Returns the tone in a state; undefined when it changes nothing. */
  read: (state: DocumentState) => Tone | undefined;
  /** Returns the state with some settings of the tone changed. */
  write: (state: DocumentState, change: Partial<Tone>) => DocumentState;
  /** Control between the sliders of the white balance and the others. */
  balance?: ReactNode;
}

/** Sliders for the light and colour of one subject. */
export function ToneSliders({ history, read, write, balance }: ToneSlidersProps) {
  const { t } = useTranslation('editor');
  const { stops, percent, temperature, tint, strength } = useToneFormats();
  const signed = { history, min: -100, marks: [{ value: 0 }] };
  const ofTone = (field: keyof Tone) => ({
    initialValue: 0,
    read: (state: DocumentState) => read(state)?.[field] ?? 0,
    // A slider counts steps from its least value in binary fractions, which are rounded to hundredths here.
    write: (state: DocumentState, value: number) => write(state, { [field]: Math.round(value * 100) / 100 }),
  });
  return (
    <>
      <StateSlider
        label={t('tone.exposure')}
        stepName="exposure"
        {...signed}
        min={-2}
        max={2}
        step={0.05}
        formatValue={stops}
        {...ofTone('exposure')}
      />
      <StateSlider
        label={t('tone.contrast')}
        stepName="tone-contrast"
        {...signed}
        formatValue={percent}
        {...ofTone('contrast')}
      />
      <StateSlider
        label={t('tone.temperature')}
        stepName="temperature"
        {...signed}
        formatValue={temperature}
        {...ofTone('temperature')}
      />
      <StateSlider label={t('tone.tint')} stepName="tint" {...signed} formatValue={tint} {...ofTone('tint')} />
      {balance}
      <StateSlider
        label={t('tone.saturation')}
        stepName="saturation"
        {...signed}
        formatValue={percent}
        {...ofTone('saturation')}
      />
      <StateSlider
        label={t('tone.sharpness')}
        history={history}
        stepName="sharpness"
        formatValue={strength}
        {...ofTone('sharpness')}
      />
    </>
  );
}
