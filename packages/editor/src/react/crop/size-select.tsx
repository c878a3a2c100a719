import type { Size } from '@isola/imaging';
import { Field } from '@isola/ui/field';
import { Select, SelectGroup, SelectOption } from '@isola/ui/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { marketplaceSizes, screenSizes, type SizePreset } from '../../document/size-presets.ts';

export interface SizeSelectProps {
  /** Size in px that was set; undefined when none was. */
  size: Size | undefined;
  /** Called with undefined when the size is no longer set. */
  onChoose: (size: Size | undefined) => void;
  /** Whether the list has the sizes of marketplaces. Default: true. */
  hasMarketplaces?: boolean;
}

const own = 'own';

/** List of common sizes in px: of screens and social media, and of marketplaces. */
export function SizeSelect({ size, onChoose, hasMarketplaces = true }: SizeSelectProps) {
  const { t } = useTranslation(['editor', 'shop-photo']);
  // Several marketplaces have the same size, so the list remembers which one was chosen.
  const [chosenId, setChosenId] = useState<string>();
  const all: readonly SizePreset[] = hasMarketplaces ? [...screenSizes, ...marketplaceSizes] : screenSizes;
  const matching = all.filter((preset) => preset.widthPx === size?.widthPx && preset.heightPx === size.heightPx);
  const shown = matching.find(({ id }) => id === chosenId) ?? matching[0];
  const label = (name: string, { widthPx, heightPx }: Size) =>
    t('crop.sizes.option', { name, size: t('crop.frameSize', { w: widthPx, h: heightPx }) });
  return (
    <Field label={t('crop.sizes.label')} className="[&_label]:text-12 [&_label]:font-normal [&_label]:text-soft">
      <Select
        value={shown?.id ?? own}
        onValueChange={(id) => {
          setChosenId(id);
          const preset = all.find((each) => each.id === id);
          onChoose(preset && { widthPx: preset.widthPx, heightPx: preset.heightPx });
        }}
      >
        <SelectOption value={own}>{t(size && !shown ? 'crop.sizes.custom' : 'crop.sizes.none')}</SelectOption>
        <SelectGroup label={t('crop.sizes.screens')}>
          {screenSizes.map((preset) => (
            <SelectOption key={preset.id} value={preset.id}>
              {label(t(`crop.sizes.${preset.id}`), preset)}
            </SelectOption>
          ))}
        </SelectGroup>
        {hasMarketplaces && (
          <SelectGroup label={t('crop.sizes.marketplaces')}>
            {marketplaceSizes.map((preset) => (
              <SelectOption key={preset.id} value={preset.id}>
                {label(t(`shop-photo:shop.${preset.id}`), preset)}
              </SelectOption>
            ))}
          </SelectGroup>
        )}
      </Select>
    </Field>
  );
}
