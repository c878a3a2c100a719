import type { BackgroundGroup, BackgroundTab } from './define-background-panel.ts';

/** Tab of all plain backgrounds. */
export const colorsTab: BackgroundTab = { label: (t) => t('background.colors') };

/** Groups that are shared by several kinds of backgrounds. */
export const colorsGroup: BackgroundGroup = { label: (t) => t('background.colors'), columns: 5, tab: colorsTab };
export const imagesGroup: BackgroundGroup = { label: (t) => t('background.pictures'), columns: 2 };
