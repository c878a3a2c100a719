import type { Plugin } from 'vite';

import { parseArticle } from './parse-article.ts';

/**
 * Vite plugin that turns each article, `src/locales/<language>/<name>.md`, into a module. Articles are parsed at build
 * time, so browsers need no parser.
 */
export function articlePlugin(): Plugin {
  return {
    name: 'isola-articles',
    transform: {
      filter: { id: /\/i18n\/src\/locales\/[a-z]{2}\/[a-z-]+\.md$/ },
      handler: (markdown, id) => ({
        code: `export default ${JSON.stringify(parseArticle(markdown, id))};`,
        map: null,
        moduleType: 'js',
      }),
    },
  };
}
