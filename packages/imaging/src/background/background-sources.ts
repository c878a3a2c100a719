import { blurBackground } from './blur.ts';
import { colorBackground } from './color.ts';
import type { ParamsOf } from './define-background-source.ts';
import { gradientBackground } from './gradient.ts';
import { imageBackground } from './image.ts';
import { sceneBackground } from './scene.ts';
import { setBackground } from './set.ts';
import { studioBackground } from './studio.ts';
import { transparentBackground } from './transparent.ts';

/** All kinds of background in this package. To add one, write its file and add a row here. */
export const backgroundSources = [
  transparentBackground,
  colorBackground,
  gradientBackground,
  imageBackground,
  blurBackground,
  studioBackground,
  sceneBackground,
  setBackground,
] as const;

/** Parameters of any background that a cutout can be composed over. */
export type BackgroundSource = ParamsOf<(typeof backgroundSources)[number]>;
