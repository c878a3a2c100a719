import ranges from '@fontsource/noto-sans-sc/unicode.json';

import { fontFilesOf } from './font-files-of.ts';

/** Vite copies the files beside the page, so that they come from its own origin. */
const urls = import.meta.glob<string>('../../../../node_modules/@fontsource/noto-sans-sc/files/*-400-normal.woff', {
  query: '?url',
  import: 'default',
  eager: true,
});

export const files = fontFilesOf('noto-sans-sc', ranges, urls);
