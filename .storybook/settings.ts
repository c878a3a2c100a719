import type { Preview } from '@storybook/react-vite';

import { pseudoLocale } from '../packages/i18n/src/pseudo.ts';

/** Toolbar settings of Storybook. A story fixes its own values with `globals: { theme: 'dark', locale: 'zh' }`. */
export const settings = {
  theme: {
    description: 'Theme',
    toolbar: {
      icon: 'contrast',
      dynamicTitle: true,
      items: [
        { value: 'light', title: 'Light', icon: 'sun' },
        { value: 'dark', title: 'Dark', icon: 'moon' },
      ],
    },
  },
  locale: {
    description: 'Language of the document',
    toolbar: {
      icon: 'globe',
      dynamicTitle: true,
      items: [
        { value: 'zh', right: 'zh', title: '简体中文' },
        { value: 'en', right: 'en', title: 'English' },
        { value: 'ja', right: 'ja', title: '日本語' },
        { value: 'ko', right: 'ko', title: '한국어' },
        { value: 'es', right: 'es', title: 'Español' },
        { value: 'fr', right: 'fr', title: 'Français' },
        { value: 'de', right: 'de', title: 'Deutsch' },
        { value: 'ru', right: 'ru', title: 'Русский' },
        { value: pseudoLocale, right: '+40 %', title: 'Pseudo' },
      ],
    },
  },
  motion: {
    description: 'Motion',
    toolbar: {
      icon: 'lightning',
      dynamicTitle: true,
      items: [
        { value: 'full', title: 'Motion' },
        { value: 'reduced', title: 'Stillness' },
      ],
    },
  },
} satisfies Preview['globalTypes'];

export const viewports = {
  phone: { name: 'Phone 390 × 844', styles: { width: '390px', height: '844px' }, type: 'mobile' as const },
  tablet: { name: 'Tablet 834 × 1112', styles: { width: '834px', height: '1112px' }, type: 'tablet' as const },
  desktop: { name: 'Desktop 1440 × 900', styles: { width: '1440px', height: '900px' }, type: 'desktop' as const },
};
