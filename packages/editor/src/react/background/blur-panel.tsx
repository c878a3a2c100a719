import { Slider } from '@isola/ui/slider';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { blurBackground } from '../../backgrounds/blur.ts';
import { settingsOf } from '../../backgrounds/define-background.ts';
import type { StageImages } from '../../rendering/create-stage-images.ts';
import { imagesGroup } from './background-groups.ts';
import { BackgroundTile } from './background-tile.tsx';
import { type BackgroundTilesProps, defineBackgroundPanel } from './define-background-panel.ts';

export const blurPanel = defineBackgroundPanel(blurBackground, {
  group: imagesGroup,
  Tiles: BlurTile,
  Settings({ settings, onChoose, onPreview }) {
    const { t } = useTranslation('editor');
    return (
      <>
        <Slider
          label={t('background.strength')}
          min={1}
          max={100}
          value={settings.strength}
          onValueChange={(strength) => onPreview({ ...settings, strength })}
          onValueCommit={(strength) => onChoose({ ...settings, strength })}
        />
        {/* Explains why the subject cannot be moved, for users who cannot hover over the disabled button. */}
        <p className="text-13 text-soft">{t('place.notHere')}</p>
      </>
    );
  },
});

function BlurTile({ editor: { stageImages }, background, onChoose }: BackgroundTilesProps) {
  const { t } = useTranslation('editor');
  const isChosen = settingsOf(blurBackground, background) !== undefined;
  return blurBackground.choices.map(({ id, label, background: choice }) => (
    <BackgroundTile
      key={id}
      label={label(t)}
      selected={isChosen}
      // Choosing the blur again would reset its strength.
      onClick={() => isChosen || onChoose(choice)}
      className="h-14"
    >
      <span className="relative grid size-full place-items-center">
        {stageImages && <PhotoThumbnail images={stageImages} />}
        <span className="relative rounded-sm bg-photo-plate px-1.5 text-12 text-on-photo">{label(t)}</span>
      </span>
    </BackgroundTile>
  ));
}

/**
 * Draws the image from the pixels that the stage has decoded. An `<img>` of the file would hold a second decoded copy.
 */
function PhotoThumbnail({ images }: { images: StageImages }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = () => {
      const { original } = images.getState();
      const context = canvas.current?.getContext('2d');
      if (!context || !original) return;
      const { canvas: tile } = context;
      const { widthPx, heightPx } = original;
      [tile.width, tile.height] = [tile.clientWidth, tile.clientHeight];
      const scale = Math.max(tile.width / widthPx, tile.height / heightPx);
      context.translate((tile.width - widthPx * scale) / 2, (tile.height - heightPx * scale) / 2);
      context.scale(scale, scale);
      original.draw(context, { x: 0, y: 0, width: widthPx, height: heightPx }, scale);
    };
    draw();
    return images.subscribe(draw);
  }, [images]);
  return <canvas ref={canvas} className="absolute size-full scale-125 blur-[3px]" />;
}
