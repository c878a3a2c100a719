import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { build, type Plugin, type Rolldown } from 'vite';

import { enlargerRecipe, recipe } from '../models/recipe.ts';

const root = join(import.meta.dirname, '..');

/** Entries that are built on the main entry: they import its file, so that its scripts do not contain them. */
export const addedEntries = ['compat', 'react', 'element', 'frames', 'two-shots', 'faces', 'enlarge'] as const;

const browserEntries = ['index', 'imaging'] as const;

/** The package's entries. Each is a module with a declaration file of the same name. */
export const entries = [...browserEntries, 'node', ...addedEntries] as const;

/** Leaves the comments with the sources' paths out of the scripts, because they weigh more than a kB. */
const withoutPaths = { experimental: { attachDebugInfo: 'none' } } as const;

/**
 * Leaves white space out of the scripts, which Vite keeps in libraries. It is an eighth of their packed size. The
 * annotations by which bundlers drop unused code stay.
 */
const withoutSpace = { minify: { codegen: { removeWhitespace: true } } } as const;

/** Matches the address of a worker's module in a source file. */
const workerAddress = /(new URL\('\.\/)([\w-]+)\.ts(?=', import)/g;

/**
 * Empties a folder and bundles the package's browser scripts into it as modules. Their dependencies are included, except
 * onnxruntime-web. Like the sources, the scripts address each other and the kernels by `new URL('./…', import.meta.url)`.
 * Browsers can load them from a plain folder, and bundlers recognise them.
 * @returns the written modules.
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
        ...withoutPaths,
        output: {
          ...withoutSpace,
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          codeSplitting: { groups: [sharedWithPrompt] },
        },
      },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output.filter((file) => file.type === 'chunk');
}

/**
 * Modules that the worker shares with the code of prompts and of lessons. The worker loads that code on demand. If it imported the chunk
 * that loads it, Vite could not build the worker of a site as one script.
 */
const sharedWithPrompt = {
  name: 'masks',
  test: /(matting\/(resample-mask|connected-parts|unite-passes)|colour\/srgb-curve)\.ts$/,
};

/**
 * Bundles `addedEntries` into the same folder. React is not included.
 * @returns the written modules.
 */
export async function bundleAddedScripts(outputFolder: string): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [mainEntryOutside, ownAddresses(outputFolder)],
    build: {
      outDir: outputFolder,
      emptyOutDir: false,
      target: 'es2023',
      sourcemap: true,
      minify: true,
      lib: { entry: addedEntries.map((entry) => join(root, `src/${entry}.ts`)), formats: ['es'] },
      rolldownOptions: {
        ...withoutPaths,
        external: ['react'],
        output: {
          ...withoutSpace,
          entryFileNames: '[name].js',
          chunkFileNames: 'added-[name].js',
          // React on a server, as in Next.js, accepts modules with state and effects only with this directive.
          banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
        },
      },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output.filter((file) => file.type === 'chunk');
}

/**
 * Sources whose exports are exports of the built entries. `SegmenterError` must be the same class everywhere, because
 * `translateError` recognises it.
 */
const builtEntryOf: Readonly<Record<string, string>> = {
  'public-api.ts': './index.js',
  'errors.ts': './index.js',
  'imaging.ts': './imaging.js',
};

/** Lets the added entries import the built entries. */
const mainEntryOutside: Plugin = {
  name: 'main-entry-outside',
  enforce: 'pre',
  resolveId(source) {
    const id = /^\.{1,2}\//.test(source) ? builtEntryOf[basename(source)] : undefined;
    return id === undefined ? undefined : { id, external: 'relative' };
  },
};

/** Replaces the bundled onnxruntime-web by nothing. See `bundled-runtime.ts`. */
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
 * Bundles the entry for Node and the modules of its threads into the same folder. Their dependencies are included, except
 * sharp. The network's helper threads run the same module as in browsers.
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
        // The prefix avoids the names of the browsers' modules in the same folder.
        output: { entryFileNames: '[name].js', chunkFileNames: 'node-[name].js' },
      },
    },
  });
}

/** Bundles the command `isola-models` for Node, with all its dependencies, into the same folder. */
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

/**
 * Bundles the command `segmenter`, whose `serve` is the removal server of `apps/api`, into the same folder. It loads
 * `node.js` of that folder, and sharp. Its other dependencies are included.
 */
export async function bundleServer(outputFolder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(root, '../../apps/api'),
    plugins: [builtSegmenter],
    ssr: { noExternal: true, external: ['sharp'], target: 'node' },
    build: {
      outDir: outputFolder,
      emptyOutDir: false,
      target: 'node20',
      minify: true,
      license: { fileName: 'server-licences.md' },
      ssr: 'src/process/segmenter-command.ts',
      rolldownOptions: { output: { entryFileNames: 'segmenter.js', codeSplitting: false } },
    },
  });
}

/** Makes the server import the built entry for Node, which starts threads from files next to it. */
const builtSegmenter: Plugin = {
  name: 'built-segmenter',
  enforce: 'pre',
  resolveId: (source) => (source === '@isola/segmenter/node' ? { id: './node.js', external: true } : undefined),
};

/** Returns the absolute paths of the browser workers' modules. Each is loaded by its address and must be a separate file. */
function workers(): string[] {
  const sources = sourcesIn('src').filter((source) => dirname(source) !== join('src', 'node'));
  const files = sources.flatMap((source) =>
    addressesIn(source).map((name) => join(root, dirname(source), `${name}.ts`)),
  );
  const byName = new Map(files.map((file) => [basename(file), file]));
  if (files.some((file) => byName.get(basename(file)) !== file)) throw new Error('two workers have the same name');
  return [...byName.values()];
}

/** Returns the absolute paths of the modules of Node's threads. */
function nodeThreads(): string[] {
  return sourcesIn('src/node').flatMap((source) =>
    addressesIn(source).map((name) => join(root, dirname(source), `${name}.ts`)),
  );
}

function sourcesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] });
}

/** Returns the names of the workers that a source file starts. */
function addressesIn(source: string): string[] {
  return Array.from(readFileSync(join(root, source), 'utf8').matchAll(workerAddress), ([, , name = '']) => name);
}

/**
 * Keeps the addresses of workers and kernels in the scripts, because Vite would inline these files. `import.meta.url` is
 * replaced during the build by a name of the same length, so that source maps stay correct.
 * @param builtFolder folder with files of an earlier build, which the scripts may also address.
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
            this.error(`${file.fileName} requests ${name}, which the package does not contain`);
          }
        }
      }
    },
  };
}

/** Replaces the recipes by their values, because the package does not contain the programs from which they are computed. */
const fixedRecipe: Plugin = {
  name: 'fixed-recipe',
  load: (id) =>
    id.endsWith('/models/recipe.ts')
      ? Object.entries({ recipe, enlargerRecipe })
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n')
      : undefined,
};
