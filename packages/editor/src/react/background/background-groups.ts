import type { BackgroundGroup } from './define-background-panel.ts';

/** Groups that are shared by several kinds of backgrounds. */
export const colorsGroup: BackgroundGroup = { label: (t) => t('background.colors'), columns: 5 };
export const imagesGroup: BackgroundGroup = { label: (t) => t('background.pictures'), columns: 2 };
