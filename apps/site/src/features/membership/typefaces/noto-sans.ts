import ranges from '@fontsource/noto-sans/unicode.json';

import { fontFilesOf } from './font-files-of.ts';

/** URLs of the font files. Vite copies the files into the build, so that they are loaded from the site's own origin. */
const urls = import.meta.glob<string>('../../../../node_modules/@fontsource/noto-sans/files/*-400-normal.woff', {
  query: '?url',
  import: 'default',
  eager: true,
});

export const files = fontFilesOf('noto-sans', ranges, urls);
