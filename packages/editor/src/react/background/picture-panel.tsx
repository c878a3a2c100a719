import { Button } from '@isola/ui/button';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Slider } from '@isola/ui/slider';
import { ImagePlus } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { settingsOf } from '../../backgrounds/define-background.ts';
import { imageBackground, type ImageBackground } from '../../backgrounds/picture.ts';
import { isLayerImageId } from '../../document/new-layer.ts';
import { BlobImage } from '../blob-image.tsx';
import { imagesGroup } from './background-groups.ts';
import { BackgroundTile } from './background-tile.tsx';
import {
  type BackgroundSettingsProps,
  type BackgroundTilesProps,
  defineBackgroundPanel,
} from './define-background-panel.ts';

export const picturePanel = defineBackgroundPanel(imageBackground, {
  group: imagesGroup,
  Tiles: PictureTiles,
  Settings: PictureSettings,
});

/** Button that adds background images, followed by a tile for each image that was added. */
function PictureTiles({ editor: { document }, background, onChoose, onFiles }: BackgroundTilesProps) {
  const { t } = useTranslation('editor');
  const chosen = settingsOf(imageBackground, background)?.id;
  const imageIds = document.backgroundImageIds().filter((id) => !isLayerImageId(id));
  return (
    <>
      <PictureButton onFiles={onFiles} />
      {imageIds.map((id, index) => (
        <BackgroundTile
          key={id}
          label={t('background.ownNumber', { count: index + 1 })}
          selected={id === chosen}
          // Choosing the image again would reset its place and size.
          onClick={() => id === chosen || onChoose(imageBackground.fromImage?.(id) ?? background)}
          className="h-14"
        >
          <Own picture={document.backgroundImage(id)} />
        </BackgroundTile>
      ))}
    </>
  );
}

function Own({ picture }: { picture: Blob | undefined }) {
  return picture && <BlobImage blob={picture} className="size-full bg-on-photo object-cover" />;
}

function PictureButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('editor');
  const input = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The field is cleared, because picking the same file a second time would otherwise fire no change event.
    event.target.value = '';
    onFiles(files);
  };
  return (
    <>
      <input ref={input} type="file" hidden accept="image/jpeg,image/png,image/webp" onChange={pick} />
      <Button
        title={t('background.ownDrop')}
        onClick={() => input.current?.click()}
        className="h-14 min-w-0 rounded-sm px-2! leading-4.5 whitespace-normal!"
      >
        <ImagePlus aria-hidden />
        {t('background.own')}
      </Button>
    </>
  );
}

/** Slider steps per doubling of the size. The scale is logarithmic: half and double are equally far from the middle. */
const stepsPerDoubling = 50;
const maxDoublings = 2;

/** Settings of a background image: fit, scale, position and blur. */
function PictureSettings({ settings: picture, onPreview, onChoose }: BackgroundSettingsProps<ImageBackground>) {
  const { t, i18n } = useTranslation('editor');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const signed = new Intl.NumberFormat(i18n.language, { style: 'percent', signDisplay: 'exceptZero' });
  const slide = (changed: (value: number) => Partial<ImageBackground>) => ({
    onValueChange: (value: number) => onPreview({ ...picture, ...changed(value) }),
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
        min={-maxDoublings * stepsPerDoubling}
        max={maxDoublings * stepsPerDoubling}
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

/** @returns the scale for a slider's value, rounded to hundredths, the precision that is shown. */
function scaleOf(value: number): number {
  return Math.round(100 * 2 ** (value / stepsPerDoubling)) / 100;
}
