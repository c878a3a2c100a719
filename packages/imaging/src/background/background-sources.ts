import { blurBackground } from './blur.ts';
import { colorBackground } from './color.ts';
import type { ParamsOf } from './define-background-source.ts';
import { gradientBackground } from './gradient.ts';
import { imageBackground } from './image.ts';
import { sceneBackground } from './scene.ts';
import { studioBackground } from './studio.ts';
import { transparentBackground } from './transparent.ts';

/** Every kind of background of this package. A new kind is a new file and a row here. */
export const backgroundSources = [
  transparentBackground,
  colorBackground,
  gradientBackground,
  imageBackground,
  blurBackground,
  studioBackground,
  sceneBackground,
] as const;

/** What a cutout is composed over. */
export type BackgroundSource = ParamsOf<(typeof backgroundSources)[number]>;
