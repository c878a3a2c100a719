import type { Size } from '@isola/imaging';
import { createScenePainter, moreLike, readScene, type SceneVariant, surroundingsOf, variants } from '@isola/scenes';

import { type SceneBackground, sceneBackground } from '../backgrounds/scene.ts';
import { settingsOf } from '../backgrounds/define-background.ts';
import type { Aspect, BackgroundMaker, PaintedCandidate } from './background-maker.ts';

const thumbnailSizes: Readonly<Record<Aspect, Size>> = {
  square: { widthPx: 240, heightPx: 240 },
  landscape: { widthPx: 270, heightPx: 180 },
  portrait: { widthPx: 180, heightPx: 270 },
};

/** Paints scenes on this device: without a server, without a limit, and at any size from the same few words. */
export const deviceMaker: BackgroundMaker = {
  kind: 'device',
  name: '',
  make: async ({ words, aspect, seed, count, like }, signal) => {
    const known = like?.kind === 'painted' ? settingsOf(sceneBackground, like.background) : undefined;
    const { scene, understood } = readScene(words);
    const chosen = known ? moreLike({ scene: known.scene, seed }, count) : variants(scene, seed, count);
    const painter = createScenePainter();
    try {
      const candidates = await Promise.all(
        chosen.map(async (variant): Promise<PaintedCandidate> => {
          const picture = await painter.paint(variant, thumbnailSizes[aspect], signal);
          return { background: backgroundOf(words, variant), kind: 'painted', thumbnail: await encoded(picture) };
        }),
      );
      return { candidates, isUnderstood: understood };
    } finally {
      painter.close();
    }
  },
};

function backgroundOf(words: string, { scene, seed }: SceneVariant): SceneBackground {
  const surroundings = surroundingsOf(scene, seed);
  // The state must not contain undefined properties, so that it compares equal after an undo.
  return JSON.parse(JSON.stringify({ kind: 'scene', words, scene, seed, surroundings })) as SceneBackground;
}

async function encoded(picture: ImageData): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
  return await canvas.convertToBlob();
}
