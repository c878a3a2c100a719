/** Classes of requests, which the metrics count. There are few of them, and none contains anything that a visitor sent. */
export type RouteClass =
  | 'page'
  | 'asset'
  | 'words'
  | 'model'
  | 'auth'
  | 'table'
  | 'function'
  | 'backend'
  | 'probe'
  | 'mailbox';

const byFolder: ReadonlyMap<string, RouteClass> = new Map([
  ['assets', 'asset'],
  ['words', 'words'],
  ['models', 'model'],
  ['auth', 'auth'],
  ['rest', 'table'],
  ['functions', 'function'],
  ['_local', 'mailbox'],
]);
const byPath: ReadonlyMap<string, RouteClass> = new Map([
  ['/backend.json', 'backend'],
  ['/healthz', 'probe'],
  ['/readyz', 'probe'],
]);

/** Returns the class of a request. `/auth` is a page; `/auth/v1/…` belongs to the backend. */
export function routeClassOf(path: string): RouteClass {
  const [, folder = '', version] = path.split('/');
  if (folder === 'auth' && version !== 'v1') return 'page';
  return byPath.get(path) ?? byFolder.get(folder) ?? (/\.(?!html$)\w+$/.test(path) ? 'asset' : 'page');
}
