import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { build, type Plugin, type Rolldown } from 'vite';

import { recipe } from '../models/recipe.ts';

const root = join(import.meta.dirname, '..');

/** What others import: each a module, its types beside it. */
export const entries = ['index', 'imaging', 'node'] as const;

const browserEntries = entries.filter((entry) => entry !== 'node');

/** How the sources name a worker's module. */
const workerAddress = /(new URL\('\.\/)([\w-]+)\.ts(?=', import)/g;

/**
 * Bundles the package's scripts, as modules that lie beside one another, into a folder that is emptied first. What they
 * depend on comes with them, onnxruntime-web excepted. They ask for each other and for the kernels by
 * `new URL('./…', import.meta.url)`, as the sources do: a browser finds them in a plain folder, and a bundler finds them.
 * @returns the modules as they were written.
 */
export async function bundleScripts(outputFolder: string): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [ownAddresses(), withoutRuntime],
    build: {
      outDir: outputFolder,
      emptyOutDir: true,
      target: 'es2023',
      sourcemap: true,
      minify: true,
      license: { fileName: 'third-party-licences.md' },
      lib: { entry: [...browserEntries.map((entry) => join(root, `src/${entry}.ts`)), ...workers()], formats: ['es'] },
      rolldownOptions: {
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output.filter((file) => file.type === 'chunk');
}

/** See `bundled-runtime.ts`. */
const withoutRuntime: Plugin = {
  name: 'without-runtime',
  resolveId(source, importer) {
    if (source.startsWith('onnxruntime-web')) this.error(`${importer} imports ${source}; only bundled-runtime.ts may`);
  },
  transform(code, id) {
    if (!id.endsWith('/inference/bundled-runtime.ts')) return undefined;
    const names = Array.from(code.matchAll(/^export const (\w+)/gm), ([, name]) => name);
    return { code: names.map((name) => `export const ${name} = undefined;`).join('\n'), map: null };
  },
};

/**
 * Bundles the entry for Node and the modules of its threads, with all that they depend on but sharp, into the same folder. A helper
 * thread of the network runs the module that it runs in browsers.
 */
export async function bundleNodeScripts(outputFolder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [ownAddresses(outputFolder), withoutRuntime],
    ssr: { noExternal: true, external: ['sharp'], target: 'node' },
    build: {
      outDir: outputFolder,
      emptyOutDir: false,
      target: 'node20',
      sourcemap: true,
      minify: true,
      ssr: true,
      rolldownOptions: {
        input: [join(root, 'src/node.ts'), ...nodeThreads()],
        // Beside the browsers' modules, some of which have the same names.
        output: { entryFileNames: '[name].js', chunkFileNames: 'node-[name].js' },
      },
    },
  });
}

/** Bundles `isola-models` for Node, with all that it depends on, into the same folder. */
export async function bundleCommand(outputFolder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [fixedRecipe],
    ssr: { noExternal: true, target: 'node' },
    build: {
      outDir: outputFolder,
      emptyOutDir: false,
      target: 'node20',
      ssr: 'models/isola-models.ts',
      rolldownOptions: { output: { entryFileNames: '[name].js', codeSplitting: false } },
    },
  });
}

/** @returns the browser's workers' modules, absolute: each is asked for by its address, and must be a file of its own. */
function workers(): string[] {
  const sources = sourcesIn('src').filter((source) => dirname(source) !== join('src', 'node'));
  const files = sources.flatMap((source) =>
    addressesIn(source).map((name) => join(root, dirname(source), `${name}.ts`)),
  );
  const byName = new Map(files.map((file) => [basename(file), file]));
  if (files.some((file) => byName.get(basename(file)) !== file)) throw new Error('two workers have one name');
  return [...byName.values()];
}

/** @returns the modules of Node's threads, absolute. */
function nodeThreads(): string[] {
  return sourcesIn('src/node').flatMap((source) =>
    addressesIn(source).map((name) => join(root, dirname(source), `${name}.ts`)),
  );
}

function sourcesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] });
}

/** @returns the names of the workers that a source asks for. */
function addressesIn(source: string): string[] {
  return Array.from(readFileSync(join(root, source), 'utf8').matchAll(workerAddress), ([, , name = '']) => name);
}

/**
 * Keeps the addresses of workers and kernels addresses: Vite would draw these files into the scripts. The stand-in is as
 * long as what it stands for, so that source maps stay true.
 * @param builtFolder where files of an earlier build lie that may be asked for too.
 */
function ownAddresses(builtFolder = root): Plugin {
  const [written, standIn] = ['import.meta.url', 'import_meta_url'];
  return {
    name: 'own-addresses',
    enforce: 'pre',
    transform(code) {
      if (!code.includes(written)) return undefined;
      const addressed = code
        .replaceAll(workerAddress, '$1$2.js')
        .replaceAll(written, standIn)
        .replaceAll("'../../kernels/", "'./kernels/");
      return { code: addressed, map: null };
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        file.code = file.code.replaceAll(standIn, written);
        for (const [, name = ''] of file.code.matchAll(/new URL\([`'"]\.\/([^`'"]+)/g)) {
          if (!(name in bundle) && ![root, builtFolder].some((folder) => existsSync(join(folder, name)))) {
            this.error(`${file.fileName} asks for ${name}, which the package does not hold`);
          }
        }
      }
    },
  };
}

/** The programs that the recipe is made of are not in the package. */
const fixedRecipe: Plugin = {
  name: 'fixed-recipe',
  load: (id) => (id.endsWith('/models/recipe.ts') ? `export const recipe = ${JSON.stringify(recipe)};` : undefined),
};
