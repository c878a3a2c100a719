/**
 * These two isolate the page, so that the browser gives it shared memory and the network runs on several threads;
 * `require-corp` rather than `credentialless`, which Safari does not know.
 */
export const isolationHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
} as const;

/** Settings that extend the content security policy. Without them a page may only connect to its own origin. */
export interface PolicySettings {
  /** URL of a script that counts visits. */
  readonly VITE_ANALYTICS_SCRIPT?: string | undefined;
  /** Whether the site's public origin is https: then browsers keep to it. */
  readonly isHttps?: boolean;
  /** A hosted Supabase project. */
  readonly VITE_SUPABASE_URL?: string | undefined;
  /** Addresses of payment providers that want a form to be posted, and of where that leads; a list. */
  readonly PAYMENT_FORM_ORIGINS?: string | undefined;
}

/**
 * Returns the headers of every answer. A static host needs the same headers: the build writes them into `_headers`.
 * @throws when a configured URL is invalid.
 */
export function securityHeaders(settings: PolicySettings = {}): Record<string, string> {
  const analytics = originOf('VITE_ANALYTICS_SCRIPT', settings.VITE_ANALYTICS_SCRIPT);
  const backend = originOf('VITE_SUPABASE_URL', settings.VITE_SUPABASE_URL);
  const payments = (settings.PAYMENT_FORM_ORIGINS ?? '')
    .split(/[\s,]+/)
    .flatMap((address) => originOf('PAYMENT_FORM_ORIGINS', address));
  const policy = {
    'default-src': ["'none'"],
    // Compiling WebAssembly is not eval of text; nothing else of the kind is allowed.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...analytics],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'connect-src': ["'self'", ...analytics, ...backend],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...payments],
    'frame-ancestors': ["'none'"],
  };
  return {
    ...isolationHeaders,
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': Object.entries(policy)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
    'permissions-policy': 'camera=(self), clipboard-read=(self), clipboard-write=(self), geolocation=(), microphone=()',
    // For this host alone: others of the domain may not be ready for it.
    ...(settings.isHttps === true && { 'strict-transport-security': 'max-age=31536000' }),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  };
}

/** The origin alone: a path in a policy would be lost at the first redirect. */
function originOf(name: string, address: string | undefined): string[] {
  if (!address) return [];
  if (!URL.canParse(address)) throw new Error(`${name} is not an address: ${address}`);
  return [new URL(address).origin];
}
