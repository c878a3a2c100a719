import { formatNumber, type Locale } from '@isola/i18n';
import type { Size } from '@isola/imaging';
import { useTranslation } from 'react-i18next';

import {
  enlargedFrom,
  enlargementFor,
  maxEnlargedPixels,
  possibleEnlargements,
  type Sizing,
} from '../../document/enlargement.ts';
import { type Enlargement, enlargements } from '../../schema/document-state.ts';
import { EnlargeControl } from './enlarge-control.tsx';

export interface EnlargeChoiceProps {
  sizing: Sizing;
  /** Size of the image; undefined for settings of several images. */
  imageSize: Size | undefined;
  /** Called with the chosen factor, or with undefined when nothing is to be enlarged. */
  onChoose: (factor: Enlargement | undefined) => void;
}

/** Choice of the factor by which a network on the device enlarges the subject. */
export function EnlargeChoice({ sizing, imageSize, onChoose }: EnlargeChoiceProps) {
  const { t } = useTranslation('editor');
  const possible = imageSize ? possibleEnlargements(sizing, imageSize) : enlargements;
  const chosen = imageSize ? enlargementFor(sizing, imageSize) : sizing.enlarge;
  // With a size in px, the size determines the factor.
  const offered = !sizing.size ? enlargements : imageSize ? possible : ([2] as const);
  const segmentOf = (factor: Enlargement) => ({
    value: String(factor),
    label: sizing.size && !imageSize ? t('enlarge.asNeeded') : `×${factor}`,
    disabled: !possible.includes(factor),
  });
  const value = chosen === undefined ? 'off' : sizing.size && !imageSize ? '2' : String(chosen);
  return (
    <EnlargeControl
      value={value}
      segments={possible.length > 0 ? offered.map(segmentOf) : []}
      onValueChange={(next) => onChoose(offered.find((factor) => String(factor) === next))}
    >
      <EnlargeNote sizing={sizing} imageSize={imageSize} />
    </EnlargeControl>
  );
}

/** Says from how many pixels a result is enlarged, or what enlarging does, or why it does nothing. */
function EnlargeNote({ sizing, imageSize }: Pick<EnlargeChoiceProps, 'sizing' | 'imageSize'>) {
  const { t, i18n } = useTranslation('editor');
  const most = formatNumber(i18n.language as Locale, Math.floor(maxEnlargedPixels / 1e6));
  if (!imageSize) return <span>{t('enlarge.each', { most })}</span>;
  const from = enlargedFrom(sizing, imageSize);
  if (from) return <span>{t('enlarge.from', { w: from.widthPx, h: from.heightPx })}</span>;
  const { widthPx, heightPx } = sizing.crop ?? imageSize;
  if (widthPx * heightPx > maxEnlargedPixels) return <span>{t('enlarge.tooLarge', { most })}</span>;
  return <span>{t(possibleEnlargements(sizing, imageSize).length > 0 ? 'enlarge.hint' : 'enlarge.enough')}</span>;
}
