import type { BackgroundGroup } from './define-background-panel.ts';

/** The groups that more than one kind stands in. */
export const colorsGroup: BackgroundGroup = { label: (t) => t('background.colors'), columns: 5 };
export const imagesGroup: BackgroundGroup = { label: (t) => t('background.pictures'), columns: 2 };
