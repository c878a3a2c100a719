import { build, type Plugin, type ViteDevServer } from 'vite';
// Imported for its types, which declare `configureVitest`.
import 'vitest/config';

/** Path below which the files of bundled workers are served. */
const folder = '/@bundled-workers';

/** Prefix of the module ids in a bundle; the rest of the id is the URL at which Vite serves the module. */
const served = '\0served:';

/**
 * Serves each worker of a test as one file, plus one for each module that it imports dynamically. Vite serves every
 * module separately, so that a worker requests dozens of files at each start. In watch mode files change, and nothing
 * is bundled.
 */
export function bundledWorkers(): Plugin {
  let isWatching = true;
  return {
    name: 'bundled-workers',
    configureVitest({ vitest }) {
      isWatching = vitest.config.watch;
    },
    configureServer(server) {
      const workers = new Map<string, Promise<string>>();
      const files = new Map<string, string>();
      /** Returns the script of the worker. It imports the bundle, so that dynamic imports use the same base URL. */
      const bundle = async (url: string) => {
        const place = `${folder}/${workers.size}`;
        for (const { fileName, code } of await bundleModule(server, url)) files.set(`${place}/${fileName}`, code);
        return `import '${place}/worker.js';`;
      };
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? '';
        const send = (code: string) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.setHeader('Cache-Control', 'max-age=3600');
          response.end(code);
        };
        const file = files.get(url);
        if (file !== undefined) send(file);
        else if (isWatching || !url.includes('?worker_file&type=module')) next();
        else {
          const worker = workers.get(url) ?? bundle(url);
          workers.set(url, worker);
          worker.then(send, next);
        }
      });
    },
  };
}

/** Bundles what Vite would serve, so that a module is the same in a worker and in the page. */
async function bundleModule(server: ViteDevServer, workerUrl: string) {
  const modules: Plugin = {
    name: 'modules-as-served',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith('/') ? served + source : null),
    async load(id) {
      if (!id.startsWith(served)) return null;
      const url = id.slice(served.length);
      const module = await server.environments.client.transformRequest(url);
      if (!module) throw new Error(`Vite serves no module at ${url}.`);
      return module.code.replaceAll('import.meta.url', `new URL(${JSON.stringify(url)}, self.location.origin).href`);
    },
  };
  const outputs = await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [modules],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: workerUrl, formats: ['es'], fileName: () => 'worker.js' },
    },
  });
  return [outputs]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .filter((file) => file.type === 'chunk');
}
