import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import { build, type Rolldown } from 'vite';

import { base } from './doc-pages.ts';

const root = join(import.meta.dirname, '..');
/** The package as npm would install it. Its scripts need no further dependency. */
const segmenterPackage = join(root, '../../packages/segmenter/dist/index.js');

/** Addresses of the built scripts and of the files that pages load with them. */
export interface BundledScripts {
  readonly script: string;
  readonly style: string;
  readonly beforePaint: string;
  readonly font: string;
  readonly playground: string;
  readonly example: string;
}

/**
 * Bundles the scripts and styles of the pages into a folder.
 * @param exampleFile script that the playground runs. It imports `@isola/segmenter`.
 * @throws when the segmenter's package has not been built.
 */
export async function bundleScripts(outputFolder: string, exampleFile: string): Promise<BundledScripts> {
  if (!existsSync(segmenterPackage)) throw new Error('The segmenter’s package has not been built.');
  const built = await build({
    configFile: false,
    root,
    base: `${base}/`,
    publicDir: false,
    logLevel: 'warn',
    plugins: [tailwindcss()],
    resolve: { alias: { '@isola/segmenter': segmenterPackage } },
    worker: { format: 'es', rolldownOptions: { checks: { pluginTimings: false } } },
    build: {
      outDir: outputFolder,
      emptyOutDir: true,
      target: 'es2023',
      // These browsers support `light-dark()`.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: {
          docs: join(root, 'src/docs.ts'),
          'before-paint': join(root, 'src/before-paint.ts'),
          playground: join(root, 'src/playground.ts'),
          example: exampleFile,
        },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const entry = (name: string) => {
    const chunk = output.find((file) => file.type === 'chunk' && file.isEntry && file.name === name);
    if (!chunk) throw new Error(`the build has no script ${name}`);
    return `${base}/${chunk.fileName}`;
  };
  const asset = (pattern: string) => {
    const [file] = globSync(`assets/${pattern}`, { cwd: outputFolder });
    if (file === undefined) throw new Error(`the build has no file ${pattern}`);
    return `${base}/${file.replaceAll('\\', '/')}`;
  };
  return {
    script: entry('docs'),
    beforePaint: entry('before-paint'),
    playground: entry('playground'),
    example: entry('example'),
    style: asset('*.css'),
    font: asset('inter-latin-[!e]*.woff2'),
  };
}
