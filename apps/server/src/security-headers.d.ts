/**
 * What every answer carries. The first two isolate the page, so that the browser gives it shared memory and the network
 * runs on several threads; `require-corp` rather than `credentialless`, which Safari does not know, and nothing is
 * fetched from elsewhere.
 * A static host needs the same headers: the build writes them into `_headers` from this list.
 */
export declare const securityHeaders: {
    readonly 'cross-origin-opener-policy': 'same-origin';
    readonly 'cross-origin-embedder-policy': 'require-corp';
    readonly 'cross-origin-resource-policy': 'same-origin';
    readonly 'content-security-policy': string;
    readonly 'permissions-policy': 'camera=(self), clipboard-read=(self), clipboard-write=(self), geolocation=(), microphone=()';
    readonly 'referrer-policy': 'strict-origin-when-cross-origin';
    readonly 'x-content-type-options': 'nosniff';
};
