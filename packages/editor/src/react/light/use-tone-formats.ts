import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns functions that write the settings of a tone as text, with their signs and units. */
export function useToneFormats() {
  const { t, i18n } = useTranslation('editor');
  return useMemo(() => {
    const { language } = i18n;
    const signed = { signDisplay: 'exceptZero' } as const;
    const stops = new Intl.NumberFormat(language, { ...signed, minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const percent = new Intl.NumberFormat(language, { ...signed, style: 'percent' });
    const strength = new Intl.NumberFormat(language, { style: 'percent' });
    const amount = new Intl.NumberFormat(language);
    const towards = (
      value: number,
      lower: 'tone.cooler' | 'tone.greener',
      higher: 'tone.warmer' | 'tone.moreMagenta',
    ) => (value === 0 ? amount.format(0) : t(value > 0 ? higher : lower, { value: amount.format(Math.abs(value)) }));
    return {
      stops: (value: number) => t('tone.stops', { value: stops.format(value) }),
      percent: (value: number) => percent.format(value / 100),
      strength: (value: number) => strength.format(value / 100),
      temperature: (value: number) => towards(value, 'tone.cooler', 'tone.warmer'),
      tint: (value: number) => towards(value, 'tone.greener', 'tone.moreMagenta'),
    };
  }, [t, i18n]);
}
