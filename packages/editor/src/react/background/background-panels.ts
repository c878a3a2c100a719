import type { BackgroundPanel } from './define-background-panel.ts';
import { blurPanel } from './blur-panel.tsx';
import { colorPanel } from './color-panel.tsx';
import { gradientPanel } from './gradient-panel.tsx';
import { picturePanel } from './picture-panel.tsx';
import { studioPanel } from './studio-panel.tsx';
import { transparentPanel } from './transparent-panel.tsx';
import { wordsPanel } from './words-panel.tsx';

/** Panels of all kinds of backgrounds in this package, in display order. A new kind adds a row here. */
export const backgroundPanels: readonly BackgroundPanel[] = [
  transparentPanel,
  colorPanel,
  gradientPanel,
  studioPanel,
  blurPanel,
  wordsPanel,
  picturePanel,
];
