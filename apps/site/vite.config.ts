import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { articlePlugin } from '../../packages/i18n/library/article-plugin.ts';
import { backendPlugin } from '@isola/server/vite-plugin';
import { isolationHeaders } from '@isola/server/security-headers';
import { wordsPlugin } from './build/words-plugin.ts';

/** The modules that the page loads first, and that must load nothing else. */
const firstScript =
  /apps\/site\/src\/(boot|backend\/(call-function|detect-language)|shell\/(keep-what-happens|language-preference|load-in-steps|visitor-language|when-idle))|packages\/i18n\/src\/locales|preload-helper|rolldown\/runtime/;

/** Two files of libraries, which the application is evaluated after. */
const reactLibraries = /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//;
const routingLibraries =
  /node_modules\/(react-i18next|i18next|@tanstack\/(react-router|router-core|history|store|react-store))\//;

/** The modules of every page. */
const everyPage = new RegExp(
  [
    'node_modules/(@radix-ui/react-slot|class-variance-authority|clsx)/',
    'lucide-react/dist/esm/(createLucideIcon|Icon)',
    'packages/ui/src/(cn|components/(button|icon-button|link|logo|spinner|skeleton|language-picker|theme-switch)/)',
    'apps/site/src/(app|router|shell/(shell|site-(?!footer)|page-link|page-route|pages|pending|require|follow|theme|use-(locale|page-title|route-focus)|account-link|language-menu|fetch-words|lazy-when|yield-to))',
    'apps/site/src/(main|tool/(site-segmenter|site-session|site-editor-host|sample|use-))',
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
  // Only the isolation headers: the strict policy would forbid the inline scripts with which Vite reloads a page.
  server: { headers: isolationHeaders },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // These support `light-dark()`. Its translation for older ones would work on the root alone, and be larger.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // One style sheet comes with the first page, and scripts that are needed soon are requested when the browser is
    // idle: preload lists would add more bytes than they save.
    modulePreload: false,
    cssCodeSplit: false,
    // A picture inlined into a script is downloaded with the script even where it is not shown, and compresses badly.
    assetsInlineLimit: 0,
    // One chunk is onnxruntime-web's, which only the worker loads.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The code of every page in few files: they compress better than a dozen. `load-in-steps.ts` evaluates one after the other.
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
      // React has had the hook itself since 18; this is the same package without its polyfill.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // The pre-bundled copy would not find the WebAssembly file beside it.
  optimizeDeps: { exclude: ['onnxruntime-web'] },
});
