import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { articlePlugin } from '../../packages/i18n/library/article-plugin.ts';
import { backendPlugin } from '@isola/server/vite-plugin';
import { isolationHeaders } from '@isola/server/security-headers';
import { assetUrl } from './build/other-origins.ts';
import { wordsPlugin } from './build/words-plugin.ts';

/** Modules of the first script of a page. They must not import any other chunk. */
const firstScript =
  /apps\/site\/src\/(boot|backend\/(call-function|detect-language)|shell\/(keep-what-happens|language-preference|load-in-steps|visitor-language|when-idle))|packages\/i18n\/src\/locales|preload-helper|rolldown\/runtime/;

/** Libraries in two chunks of their own. They are evaluated before the application. */
const reactLibraries = /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//;
const routingLibraries =
  /node_modules\/(react-i18next|i18next|@tanstack\/(react-router|router-core|history|store|react-store))\//;

/** Modules that every page needs. */
const everyPage = new RegExp(
  [
    'node_modules/(@radix-ui/react-slot|class-variance-authority|clsx)/',
    'lucide-react/dist/esm/(createLucideIcon|Icon)',
    'packages/ui/src/(cn|components/(button|icon-button|link|logo|spinner|skeleton|language-picker|theme-switch)/)',
    'apps/site/src/(app|router|shell/(shell|site-(?!footer)|page-link|page-route|pages|pending|require|follow|theme|use-(locale|page-title|route-focus|open-in-batch)|account-link|language-menu|fetch-words|lazy-when|yield-to))',
    'apps/site/src/(main|tool/(site-segmenter|site-session|site-editor-host|sample|files-for-batch|use-))',
    'packages/editor/src/(session/|image/image-segmentation|commands/define-command|document/image-document|history/|schema/initial-state|model/(failure|when-idle)|react/(lazy-optional|import/(image-import|import-context|image-drop|use-image-paste)|session/(editor-host|opening-note|discard-question|refusal-banner|failure-banner)))',
    'packages/ui/src/components/(drop-zone|cut-line)/',
  ].join('|'),
);

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    tailwindcss(),
    wordsPlugin(),
    articlePlugin(),
    backendPlugin(),
  ],
  // The content security policy is left out: it would block the inline scripts with which Vite reloads a page.
  server: { headers: isolationHeaders },
  worker: { format: 'es' },
  ...(process.env['VITE_ASSETS_URL'] && {
    experimental: { renderBuiltUrl: (file) => assetUrl(file, process.env['VITE_ASSETS_URL']) },
  }),
  build: {
    target: 'es2023',
    // These browsers support `light-dark()`. The fallback for older browsers would work on the root element only, and
    // is larger.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // There is one style sheet for all pages, and scripts that are needed soon are requested when the browser is idle.
    // Preload lists would therefore add more bytes than they save.
    modulePreload: false,
    cssCodeSplit: false,
    // Images are not inlined: they would be downloaded with the script even when they are not shown, and compress
    // badly.
    assetsInlineLimit: 0,
    // The limit is raised for the chunk of libheif, which only the first HEIC loads.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The code that every page needs is in few files, which compress better than a dozen small ones.
          // `load-in-steps.ts` evaluates one after the other.
          groups: [
            { name: 'first', test: firstScript, priority: 3 },
            { name: 'react', test: reactLibraries, priority: 2 },
            { name: 'routing', test: routingLibraries, priority: 2 },
            { name: 'frame', test: everyPage, priority: 1 },
          ],
        },
      },
    },
  },
  resolve: {
    alias: {
      // React has had this hook since version 18; the replacement is the same package without the polyfill.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // A pre-bundled copy would not find its WebAssembly file, which lies next to the original.
  optimizeDeps: { exclude: ['onnxruntime-web', '@jsquash/avif'] },
});
