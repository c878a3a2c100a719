import { type Studio, studios, studioThumbnail, toSrgb } from '@isola/imaging';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Background } from '../../schema/document-state.ts';
import { BackgroundTile } from './background-tile.tsx';

const [widthPx, heightPx] = [132, 84];

const painted = new Map<string, ImageData>();

/** The studios that are painted here, each as it will be. */
export function StudioTiles({
  background,
  onChoose,
}: {
  background: Background;
  onChoose: (background: Background) => void;
}) {
  const { t } = useTranslation('editor');
  return studios.map((studio) => (
    <BackgroundTile
      key={studio.id}
      label={t(`studio.${studio.id}`)}
      selected={background.kind === 'studio' && background.id === studio.id}
      onClick={() => onChoose({ kind: 'studio', id: studio.id })}
      className="h-14"
    >
      <Thumbnail studio={studio} />
    </BackgroundTile>
  ));
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
