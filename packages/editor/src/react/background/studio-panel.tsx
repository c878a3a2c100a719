import { type Studio, studios, studioThumbnail, toSrgb } from '@isola/imaging';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { settingsOf } from '../../backgrounds/define-background.ts';
import { studioBackground } from '../../backgrounds/studio.ts';
import { BackgroundTile } from './background-tile.tsx';
import { type BackgroundTilesProps, defineBackgroundPanel } from './define-background-panel.ts';

const [widthPx, heightPx] = [132, 84];

const painted = new Map<string, ImageData>();

export const studioPanel = defineBackgroundPanel(studioBackground, {
  group: { label: (t) => t('background.studios'), columns: 3 },
  Tiles: StudioTiles,
});

/** Tiles of the rendered studios, each with a thumbnail of the studio. */
function StudioTiles({ background, onChoose }: BackgroundTilesProps) {
  const { t } = useTranslation('editor');
  const chosen = settingsOf(studioBackground, background)?.id;
  return studioBackground.choices.map(({ id, label, background: choice }) => {
    const studio = studios.find((each) => each.id === choice.id);
    return (
      studio && (
        <BackgroundTile
          key={id}
          label={label(t)}
          selected={studio.id === chosen}
          onClick={() => onChoose(choice)}
          className="h-14"
        >
          <Thumbnail studio={studio} />
        </BackgroundTile>
      )
    );
  });
}

function Thumbnail({ studio }: { studio: Studio }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => canvas.current?.getContext('2d')?.putImageData(thumbnailOf(studio), 0, 0), [studio]);
  return <canvas ref={canvas} width={widthPx} height={heightPx} aria-hidden className="size-full object-cover" />;
}

function thumbnailOf(studio: Studio): ImageData {
  const known = painted.get(studio.id);
  if (known) return known;
  const image = new ImageData(widthPx, heightPx);
  const { data } = studioThumbnail(studio, widthPx, heightPx);
  for (let at = 0, pixel = 0; at < data.length; at += 3, pixel += 4) {
    for (let channel = 0; channel < 3; channel += 1) image.data[pixel + channel] = toSrgb(data[at + channel] ?? 0);
    image.data[pixel + 3] = 255;
  }
  painted.set(studio.id, image);
  return image;
}
