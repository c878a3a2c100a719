import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { settingsOf } from '../../backgrounds/define-background.ts';
import { studioBackground } from '../../backgrounds/studio.ts';
import { studioPreview } from '../../backgrounds/studio-preview.ts';
import { BackgroundTile } from './background-tile.tsx';
import { type BackgroundTilesProps, defineBackgroundPanel } from './define-background-panel.ts';

export const studioPanel = defineBackgroundPanel(studioBackground, {
  group: { label: (t) => t('background.studios'), columns: 3 },
  Tiles: StudioTiles,
});

/** Tiles of the rendered studios, each with a thumbnail of the studio. */
function StudioTiles({ background, onChoose }: BackgroundTilesProps) {
  const { t } = useTranslation('editor');
  const chosen = settingsOf(studioBackground, background)?.id;
  return studioBackground.choices.map(({ id, label, background: choice }) => (
    <BackgroundTile
      key={id}
      label={label(t)}
      selected={choice.id === chosen}
      onClick={() => onChoose(choice)}
      className="h-14"
    >
      <Thumbnail id={choice.id} />
    </BackgroundTile>
  ));
}

function Thumbnail({ id }: { id: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const image = studioPreview(id);
  useLayoutEffect(() => {
    if (image) canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [image]);
  return (
    <canvas ref={canvas} width={image?.width} height={image?.height} aria-hidden className="size-full object-cover" />
  );
}
