import { removeBackground } from '@imgly/background-removal';

import type { Contender } from './contender.ts';

/**
 * All other options keep their defaults, as in its README: device `cpu`, model `isnet_fp16`, output `image/png`,
 * `proxyToWorker` false (which 1.7.0 ignores on `cpu` anyway: the network runs from the page's main thread).
 */
const configuration = { publicPath: new URL('/imgly/', location.href).href };

// Imported only on request, because it loads the runtime's script earlier than img.ly would.
const isWatched = new URLSearchParams(location.search).has('watch');
const network = isWatched ? (await import('./imgly-network.ts')).watchNetwork() : undefined;

export const contender: Contender = {
  async cutOut(photo) {
    const png = await removeBackground(photo, configuration);
    return { png, thread: 'main', ...network?.lastRun() };
  },
};
