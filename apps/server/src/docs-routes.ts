import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** Path of the documentation, which is served where it has been built. */
export const docsPath = '/docs';

/**
 * Matches paths of the components' pages. Storybook shows each of them in a frame and writes style sheets into it, which
 * the policy of all other pages forbids.
 */
export const isStorybook = /^\/docs\/storybook\//;

/** Files whose names contain their hash. */
const hashed = /^\/docs\/(storybook\/)?assets\//;

/** Creates the routes of the documentation, below `docsPath`. A page is the file `<path>.html` in the folder. */
export function docsRoutes(docsFolder: string): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    await next();
    const isHashed = context.res.ok && hashed.test(context.req.path);
    if (isHashed) context.header('cache-control', 'public, max-age=31536000, immutable');
  });
  routes.on('GET', ['/storybook', '/storybook/'], (context) => context.redirect(`${docsPath}/storybook/index.html`));
  routes.get('*', serveStatic({ root: docsFolder, rewriteRequestPath: fileOf, precompressed: true }));
  return routes;
}

function fileOf(path: string): string {
  const name = path.slice(docsPath.length).replace(/\/$/, '');
  if (name === '') return '/index.html';
  return name.slice(name.lastIndexOf('/')).includes('.') ? name : `${name}.html`;
}
