import { removeBackground } from '@imgly/background-removal';

import type { Contender } from './contender.ts';

/**
 * All else is left at its default, as its README shows it: device `cpu`, model `isnet_fp16`, output `image/png`,
 * `proxyToWorker` false (which 1.7.0 does not heed on `cpu` anyway: the network runs from the page's own thread).
 */
const configuration = { publicPath: new URL('/imgly/', location.href).href };

// Only where it is asked for: it brings the runtime's script into the page earlier than img.ly would.
const isWatched = new URLSearchParams(location.search).has('watch');
const network = isWatched ? (await import('./imgly-network.ts')).watchNetwork() : undefined;

export const contender: Contender = {
  async cutOut(photo) {
    const png = await removeBackground(photo, configuration);
    return { png, thread: 'main', ...network?.lastRun() };
  },
};
