import type { Plugin } from 'vite';

import { parseArticle } from './parse-article.ts';

/** Makes modules of the articles, `src/locales/<language>/<name>.md`: browsers get what was read, and no parser. */
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
