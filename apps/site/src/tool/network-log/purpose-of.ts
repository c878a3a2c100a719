/** Purpose of a request. `other` is a request that this site is not known to make. */
export type Purpose = 'code' | 'words' | 'model' | 'sample' | 'account' | 'address' | 'count' | 'background' | 'other';

export interface Places {
  /** URL of the site's own files, ending with a slash. */
  readonly site: string;
  /** URL of the account server, if it is not the site's own server. */
  readonly backend?: string | undefined;
  /** URL of the folder of the models, if it is not the site's own. */
  readonly models?: string | undefined;
  /** URL of the host of pictures and fonts, if it is not the site's own server. */
  readonly assets?: string | undefined;
  /** URL of the script that counts visits, when the operator has set one. */
  readonly counter?: string | undefined;
}

const filePurposes: readonly (readonly [RegExp, Purpose])[] = [
  [/^models\//, 'model'],
  [/^words\//, 'words'],
  [/\.(?:webp|jpe?g|png|avif)$/, 'sample'],
  [/\.(?:m?js|css|wasm|woff2|svg|ico|webmanifest|tsx?)$/, 'code'],
  // Paths of modules in Vite's development server.
  [/^@(?:fs|id|vite|react-refresh)(?:\/|$)/, 'code'],
];

const servicePurposes: readonly (readonly [RegExp, Purpose])[] = [
  [/^\/functions\/v1\/image-proxy/, 'address'],
  [/^\/functions\/v1\/geo-location/, 'words'],
  [/^\/functions\/v1\/generate-background/, 'background'],
  [/^\/rest\/v1\/rpc\/count_/, 'count'],
  [/^\/(?:auth|rest|functions)\/v1\//, 'account'],
  [/^\/(?:backend\.json|_local\/)/, 'account'],
];

/** Derives the purpose of a request from its URL. */
export function purposeOf(url: string, { site, backend, models, assets, counter }: Places): Purpose {
  const { origin, pathname, href } = new URL(url);
  if (counter && origin === new URL(counter).origin) return 'count';
  const isOwn = origin === new URL(site).origin;
  if (isOwn || (backend && origin === new URL(backend).origin)) {
    const service = servicePurposes.find(([path]) => path.test(pathname));
    if (service) return service[1];
  }
  if (models && href.startsWith(models)) return 'model';
  const place = [site, assets].find((each) => each && href.startsWith(each));
  if (!place) return 'other';
  const path = pathname.slice(new URL(place).pathname.length);
  return filePurposes.find(([form]) => form.test(path))?.[1] ?? 'other';
}
