import { ColorPicker, type ColorPickerProps } from '@isola/ui/color-picker';
import { useTranslation } from 'react-i18next';

/** Colour picker of `@isola/ui` with the editor's labels and with buttons large enough for fingers. */
export function ColorInput(props: Omit<ColorPickerProps, 'labels' | 'className'>) {
  const { t } = useTranslation('editor');
  return (
    <ColorPicker
      {...props}
      aria-label={t('picker.label')}
      labels={{
        area: t('picker.area'),
        areaKind: t('picker.areaKind'),
        saturation: t('picker.saturation'),
        brightness: t('picker.brightness'),
        hue: t('picker.hue'),
        hex: t('picker.hex'),
        eyeDropper: t('picker.eyeDropper'),
        swatches: '',
        recent: '',
      }}
      className="pointer-coarse:[&_[data-slot=icon-button]]:size-11"
    />
  );
}
