import { lazyOptional } from '@isola/editor/react';

import { loadNetworkLog } from './site-session.ts';

/** Where it does not load, the page says nothing of the network. */
export const NetworkLogButton = lazyOptional(async () => (await loadNetworkLog()).NetworkLogButton);
