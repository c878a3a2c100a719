import { SegmentedControl } from '@isola/ui/segmented-control';
import { Slider } from '@isola/ui/slider';
import { useTranslation } from 'react-i18next';

import type { Background } from '../../schema/document-state.ts';

type Picture = Extract<Background, { kind: 'picture' }>;

/** As a picture lies when it has just come. */
export function placedImage(id: string): Picture {
  return { kind: 'picture', id, fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 };
}

interface PictureControlsProps {
  picture: Picture;
  /** While a hand moves, and once it has let go. */
  onAttempt: (picture: Picture) => void;
  onChoose: (picture: Picture) => void;
}

/** Steps of the slider for each doubling: half and double the size are as far from the middle as each other. */
const stepsPerDoubling = 50;
const mostDoublings = 2;

/** How a picture of one's own lies behind the cutout. */
export function PictureControls({ picture, onAttempt, onChoose }: PictureControlsProps) {
  const { t, i18n } = useTranslation('editor');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const signed = new Intl.NumberFormat(i18n.language, { style: 'percent', signDisplay: 'exceptZero' });
  const slide = (changed: (value: number) => Partial<Picture>) => ({
    onValueChange: (value: number) => onAttempt({ ...picture, ...changed(value) }),
    onValueCommit: (value: number) => onChoose({ ...picture, ...changed(value) }),
  });
  const place = { min: -100, max: 100, formatValue: (value: number) => signed.format(value / 100) };
  return (
    <div role="group" aria-label={t('background.own')} className="flex flex-col gap-4">
      <SegmentedControl
        label={t('background.fit')}
        value={picture.fit}
        onValueChange={(fit) => onChoose({ ...picture, fit })}
        segments={[
          { value: 'cover', label: t('background.cover') },
          { value: 'contain', label: t('background.contain') },
        ]}
        className="flex pointer-coarse:*:h-11"
      />
      <Slider
        label={t('background.scale')}
        min={-mostDoublings * stepsPerDoubling}
        max={mostDoublings * stepsPerDoubling}
        value={Math.round(Math.log2(picture.scale) * stepsPerDoubling)}
        formatValue={(value) => percent.format(scaleOf(value))}
        {...slide((value) => ({ scale: scaleOf(value) }))}
      />
      <Slider
        label={t('background.across')}
        value={Math.round(picture.offsetX * 100)}
        {...place}
        {...slide((value) => ({ offsetX: value / 100 }))}
      />
      <Slider
        label={t('background.down')}
        value={Math.round(picture.offsetY * 100)}
        {...place}
        {...slide((value) => ({ offsetY: value / 100 }))}
      />
      <Slider
        label={t('background.strength')}
        value={picture.blur}
        formatValue={(value) => percent.format(value / 100)}
        {...slide((blur) => ({ blur }))}
      />
    </div>
  );
}

/** To the hundredth that is shown. */
function scaleOf(value: number): number {
  return Math.round(100 * 2 ** (value / stepsPerDoubling)) / 100;
}
