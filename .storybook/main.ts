import { fileURLToPath } from 'node:url';

import type { StorybookConfig } from '@storybook/react-vite';
import tailwindcss from '@tailwindcss/vite';
import { type InlineConfig, mergeConfig } from 'vite';

import { articlePlugin } from '../packages/i18n/library/article-plugin.ts';
import { docsPlugin } from './docs/docs-plugin.ts';

/**
 * Build warnings to ignore: one concerns third-party modules, which cannot be changed here, the other the time that
 * plugins take.
 */
const unactionable = new Set(['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS']);

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    '../packages/ui/src/**/*.mdx',
    '../apps/site/stories/*.stories.tsx',
    '../packages/{ui,admin,editor,batch,id-photo,membership,shop-photo}/src/**/*.stories.tsx',
  ],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // `docsPlugin` reads the props instead. Storybook's own reader knows neither variants nor arrays, and takes a third
  // of the build time.
  typescript: { reactDocgen: false },
  viteFinal: (vite) =>
    mergeConfig(vite, {
      resolve: {
        alias: [
          { find: '@isola/i18n/import-words', replacement: fileURLToPath(new URL('import-words.ts', import.meta.url)) },
        ],
      },
      plugins: [tailwindcss(), docsPlugin(), articlePlugin()],
      worker: { rolldownOptions: { checks: { pluginTimings: false } } },
      // These browser versions support `light-dark()`. The fallback that the build generates for older browsers works
      // only on the root element, but docs pages nest themes. The large chunks come from Storybook itself and from axe.
      build: {
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        chunkSizeWarningLimit: 1_500,
        rolldownOptions: {
          checks: { pluginTimings: false },
          onLog(level, log, handle) {
            if (!unactionable.has(log.code ?? '')) handle(level, log);
          },
        },
      },
    } satisfies InlineConfig),
};

export default config;
