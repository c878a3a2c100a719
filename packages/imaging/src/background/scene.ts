import type { SceneDescription } from '@isola/scenes';
import * as z from 'zod/mini';

import { defineBackgroundSource } from './define-background-source.ts';

/** A painted scene. The painter is loaded when the first scene is opened. @see `@isola/scenes` */
export const sceneBackground = defineBackgroundSource(
  'scene',
  z.object({
    kind: z.literal('scene'),
    // The families and colours are not checked here; only the painter knows them.
    scene: z.looseObject({ family: z.string() }),
    seed: z.int(),
  }),
  async ({ scene, seed }, { widthPx, heightPx }, yieldToEventLoop) => {
    const { openScene } = await import('@isola/scenes/open-scene');
    return { rows: await openScene(scene as unknown as SceneDescription, seed, widthPx, heightPx, yieldToEventLoop) };
  },
);
