import { blurBackground } from './blur.ts';
import { colorBackground } from './color.ts';
import type { BackgroundDefinition } from './define-background.ts';
import { gradientBackground } from './gradient.ts';
import { imageBackground } from './picture.ts';
import { sceneBackground } from './scene.ts';
import { setBackground } from './set.ts';
import { studioBackground } from './studio.ts';
import { transparentBackground } from './transparent.ts';

/**
 * Every kind of background of this package. To add a kind, add a file, a row here, and a panel in the React binding.
 */
export const backgrounds: readonly BackgroundDefinition[] = [
  transparentBackground,
  colorBackground,
  gradientBackground,
  studioBackground,
  setBackground,
  sceneBackground,
  blurBackground,
  imageBackground,
];
