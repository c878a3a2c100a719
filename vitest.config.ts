import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';

import { articlePlugin } from './packages/i18n/library/article-plugin.ts';
import type { Platform } from './packages/segmenter/src/pipeline/platform.ts';
import { bundledWorkers } from './scripts/bundled-workers.ts';
import { chromiumPath, testBrowserPath } from './scripts/chromium.ts';
import { testAnswers } from './scripts/test-answers.ts';
import { waitTimeoutMs } from './scripts/wait-timeout.ts';

/** Flags for a WebGPU adapter that Chromium emulates on the processor, for machines without a graphics card. */
const softwareGpu = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

/** Path of the decoder. Node imports it on first use, so that this configuration does not load sharp. */
const nodeDecoder = new URL('packages/segmenter/src/node/sharp-platform.ts', import.meta.url).href;

interface NodeDecoder {
  readonly sharpPlatform: Pick<Platform, 'decode'>;
}

/**
 * Decodes a file like the segmenter does in Node. Input and output are Base64; the output is RGBA with straight alpha.
 */
const decodeInNode: BrowserCommand<[file: string]> = async (_, file) => {
  const { sharpPlatform } = (await import(nodeDecoder)) as NodeDecoder;
  const picture = await sharpPlatform.decode(new Blob([Buffer.from(file, 'base64')]));
  return Buffer.from(picture.openRows(picture.heightPx)(0, picture.heightPx)).toString('base64');
};

/**
 * Reads an image file with libvips. The file is Base64. Returns its metadata and its pixels as RGBA with straight alpha, as they are
 * stored and after a conversion by the colour profile, with every block of bytes in Base64.
 */
const inspectInNode: BrowserCommand<[file: string]> = async (_, file) => {
  const { default: sharp } = await import('sharp');
  const image = sharp(Buffer.from(file, 'base64'), { ignoreIcc: true });
  const { exif, icc, xmp, ...metadata } = await image.metadata();
  const rgba = await image.ensureAlpha().toColourspace('srgb').raw().toBuffer();
  const converted = await sharp(Buffer.from(file, 'base64'))
    .pipelineColourspace('srgb')
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const inBase64 = (bytes: Buffer | undefined) => bytes?.toString('base64');
  return {
    ...metadata,
    exif: inBase64(exif),
    icc: inBase64(icc),
    xmp: inBase64(xmp),
    rgba: inBase64(rgba),
    converted: inBase64(converted),
  };
};

/**
 * Lets the browser cache modules. Vite makes it request each of them again with each page and worker. In watch mode
 * files change, so the plugin does nothing.
 */
function cachedModules(): Plugin {
  let isWatching = true;
  return {
    name: 'cached-modules',
    configureVitest({ vitest }) {
      isWatching = vitest.config.watch;
    },
    configureServer({ middlewares }) {
      middlewares.use((_, response, next) => {
        const setHeader = response.setHeader.bind(response);
        response.setHeader = (name, value) =>
          setHeader(name, !isWatching && name === 'Cache-Control' && value === 'no-cache' ? 'max-age=3600' : value);
        next();
      });
    },
  };
}

/** Returns a new object for each project, because Vitest writes into it. */
const chromium = (executablePath: string, ...flags: string[]) => ({
  enabled: true,
  // The first page waits for Vite to prepare the dependencies, which takes minutes on a loaded machine.
  connectTimeout: 300_000,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...flags] },
  }),
  instances: [{ browser: 'chromium' as const, viewport: { width: 1000, height: 700 } }],
});

export default defineConfig({
  test: {
    tags: [{ name: 'long', description: 'Takes seconds: `npm test` leaves it out, `npm run test:all` runs it.' }],
    projects: [
      {
        plugins: [articlePlugin()],
        test: {
          name: 'unit',
          environment: 'node',
          // These limits only end what hangs, because a loaded machine may need minutes for a database.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Test files share loaded modules: isolating each of them takes twice as long. Each file undoes its global
          // changes.
          isolate: false,
          // Node 24 can crash when V8 frees WebAssembly code, of which each embedded database has its own
          // (nodejs/node#64500).
          execArgv: ['--no-wasm-code-gc'],
          setupFiles: ['scripts/patient-wait-for.ts'],
          expect: { poll: { timeout: waitTimeoutMs } },
          include: ['{packages,apps,scripts,supabase,.storybook}/**/*.test.ts'],
          exclude: ['**/*.{browser,isolated}.test.ts', '**/node_modules/**'],
        },
      },
      {
        // Each of these tests needs a freshly loaded library.
        test: {
          name: 'isolated',
          environment: 'node',
          include: ['{packages,apps,scripts,supabase}/**/*.isolated.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        plugins: [react(), tailwindcss(), cachedModules(), testAnswers(), bundledWorkers(), articlePlugin()],
        test: {
          name: 'browser',
          setupFiles: ['scripts/patient-wait-for.ts'],
          expect: { poll: { timeout: waitTimeoutMs } },
          include: ['{packages,apps}/**/*.browser.test.{ts,tsx}'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          browser: {
            ...chromium(testBrowserPath(), ...softwareGpu),
            commands: { decodeInNode, inspectInNode },
          },
        },
        // A dependency discovered late would reload the page in the middle of a test.
        optimizeDeps: {
          exclude: ['onnxruntime-web', '@jsquash/avif'],
          include: [
            '@isola/auth > @supabase/functions-js',
            '@isola/auth > @supabase/postgrest-js',
            '@isola/batch > @isola/files > client-zip',
            '@isola/batch > @tanstack/react-virtual',
            '@isola/convert > geotiff',
            '@isola/convert > libheif-js/libheif-wasm/libheif-bundle.mjs',
            'idb',
            'jszip',
            'zustand',
            'zustand/react/shallow',
            'zustand/vanilla',
            '@isola/segmenter > zod/mini',
          ],
        },
      },
      {
        plugins: [storybookTest({ configDir: '.storybook' })],
        // Vite does not look for dependencies in the scripts of workers. One that is found late reloads the page.
        optimizeDeps: {
          include: ['@isola/imaging > ag-psd', '@isola/imaging > fit-curve', '@isola/imaging > pdf-lib'],
        },
        test: {
          name: 'stories',
          // A story may wait 30 s for each of several results.
          testTimeout: 120_000,
          // Stories leave nothing behind, so they share a page and what it has loaded.
          isolate: false,
          setupFiles: ['.storybook/compare-story.ts'],
          browser: {
            // The screenshots are of the full browser, which renders slightly differently from the headless shell.
            ...chromium(chromiumPath()),
            expect: {
              toMatchScreenshot: {
                resolveScreenshotPath: ({ arg, ext, root }) => `${root}/.storybook/screenshots/${arg}${ext}`,
                // Another machine draws the edges of letters slightly differently.
                comparatorName: 'pixelmatch',
                comparatorOptions: { threshold: 0.2, allowedMismatchedPixelRatio: 0.01 },
              },
            },
          },
        },
      },
    ],
  },
});
