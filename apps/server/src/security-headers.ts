/**
 * Headers that isolate the page (`crossOriginIsolated`), so that the browser allows shared memory and the segmentation
 * network runs on several threads. `require-corp` is used because Safari does not support `credentialless`.
 */
export const isolationHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
} as const;

/** Settings that extend the content security policy. Without them a page may only connect to its own origin. */
export interface PolicySettings {
  /** URL of a script that counts visits. */
  readonly VITE_ANALYTICS_SCRIPT?: string | undefined;
  /** True when the public origin of the site is https. Browsers are then told to use HTTPS only. */
  readonly isHttps?: boolean;
  /** URL of the folder from which pages load the parts of the models. */
  readonly VITE_MODELS_URL?: string | undefined;
  /** URL from which pages load pictures and fonts. Scripts, styles and WebAssembly always come from the site itself. */
  readonly VITE_ASSETS_URL?: string | undefined;
  /** URL of a hosted Supabase project. */
  readonly VITE_SUPABASE_URL?: string | undefined;
  /** URLs that payment forms are posted to and redirected to, separated by spaces or commas. */
  readonly PAYMENT_FORM_ORIGINS?: string | undefined;
}

type Policy = Readonly<Record<string, readonly string[]>>;

/** Parts of the policy that differ for Storybook, which shows stories in frames and adds style sheets by scripts. */
export const storybookPolicy: Policy = {
  'style-src': ["'self'", "'unsafe-inline'"],
  'frame-src': ["'self'"],
  'frame-ancestors': ["'self'"],
};

/**
 * Returns the headers of every answer. A static host needs the same headers: the build writes them into `_headers`.
 * @param others parts of the policy that replace the default ones.
 * @throws when a configured URL is invalid.
 */
export function securityHeaders(settings: PolicySettings = {}, others: Policy = {}): Record<string, string> {
  const analytics = originOf('VITE_ANALYTICS_SCRIPT', settings.VITE_ANALYTICS_SCRIPT);
  const backend = originOf('VITE_SUPABASE_URL', settings.VITE_SUPABASE_URL);
  const models = originOf('VITE_MODELS_URL', settings.VITE_MODELS_URL);
  const assets = originOf('VITE_ASSETS_URL', settings.VITE_ASSETS_URL);
  const payments = (settings.PAYMENT_FORM_ORIGINS ?? '')
    .split(/[\s,]+/)
    .flatMap((address) => originOf('PAYMENT_FORM_ORIGINS', address));
  const policy: Policy = {
    'default-src': ["'none'"],
    // `wasm-unsafe-eval` allows compiling WebAssembly, but not `eval` of text.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...analytics],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'", ...assets],
    'img-src': ["'self'", 'blob:', 'data:', ...assets],
    'connect-src': ["'self'", ...new Set([...analytics, ...backend, ...models, ...assets])],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...payments],
    'frame-ancestors': ["'none'"],
    ...others,
  };
  return {
    ...isolationHeaders,
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': Object.entries(policy)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
    'permissions-policy': 'camera=(self), clipboard-read=(self), clipboard-write=(self), geolocation=(), microphone=()',
    // Without `includeSubDomains`, because other hosts of the domain may not support HTTPS.
    ...(settings.isHttps === true && { 'strict-transport-security': 'max-age=31536000' }),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
}

/**
 * Headers of pictures, fonts and models that pages of another origin may load. They contain nothing private. A content
 * delivery network that copies these files from this server copies these headers too.
 */
export const sharedFileHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/**
 * Returns the origin of a configured URL, or an empty list when it is not set. The path is left out, because browsers
 * ignore a path in the policy after a redirect.
 */
function originOf(name: string, address: string | undefined): string[] {
  if (!address) return [];
  if (!URL.canParse(address)) throw new Error(`${name} is not an address: ${address}`);
  return [new URL(address).origin];
}
