import { translateError } from '@isola/segmenter';
import type { Enlarger } from '@isola/segmenter/enlarge';

import { CompositorError } from '../job/compositor-error.ts';

/** Loads the network. */
export type EnlargerLoader = () => Promise<Pick<Enlarger, 'enlarge'>>;

let loaded: Promise<Enlarger> | undefined;

/**
 * Loads the network that doubles pictures, with the first result that needs it. The worker keeps it.
 * @throws {CompositorError} `enlarger-load-failed` when the network or its code cannot be fetched, and `out-of-memory`. The next
 *   call tries again.
 */
export function loadEnlarger(): Promise<Enlarger> {
  loaded ??= openEnlarger().catch((cause: unknown) => {
    loaded = undefined;
    const { code, detail } = translateError(cause);
    throw new CompositorError(code === 'out-of-memory' ? code : 'enlarger-load-failed', detail ?? code, { cause });
  });
  return loaded;
}

async function openEnlarger(): Promise<Enlarger> {
  // Few results are enlarged, so the code is loaded with the first of them.
  const enlarging = await import('@isola/segmenter/enlarge');
  return enlarging.openEnlarger();
}
