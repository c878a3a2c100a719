/**
 * What every answer carries. The first two isolate the page, so that the browser gives it shared memory and the network
 * runs on several threads; `require-corp` rather than `credentialless`, which Safari does not know, and nothing is
 * fetched from elsewhere.
 * A static host needs the same headers: the build writes them into `_headers` from this list.
 */
export const securityHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': [
    "default-src 'none'",
    // Compiling WebAssembly is not eval of text; nothing else of the kind is allowed.
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': 'camera=(self), clipboard-read=(self), clipboard-write=(self), geolocation=(), microphone=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;
