import type { ProviderContext } from './payment-provider.ts';

/**
 * Time that all calls of one request to payment providers may take together, in milliseconds. A page waits 60 seconds
 * for its answer.
 */
const limitMs = 45_000;

/**
 * Returns the context with one time limit for all calls to payment providers from now on. After it, every call fails as
 * if the provider did not answer, which is `provider-unavailable`.
 */
export function withTimeLimit<Context extends ProviderContext>(context: Context): Context {
  const endMs = performance.now() + limitMs;
  return {
    ...context,
    fetch: async (url, options) => {
      const leftMs = Math.floor(endMs - performance.now());
      if (leftMs <= 0) throw new DOMException('The time for calls to payment providers is over', 'TimeoutError');
      const limit = AbortSignal.timeout(leftMs);
      const signal = options?.signal ? AbortSignal.any([options.signal, limit]) : limit;
      return await context.fetch(url, { ...options, signal });
    },
  };
}
