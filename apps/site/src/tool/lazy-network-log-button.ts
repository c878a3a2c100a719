import { lazyOptional } from '@isola/editor/react';

import { loadNetworkLog } from './site-session.ts';

/** Button that opens the network log. The page shows no button when its code fails to load. */
export const NetworkLogButton = lazyOptional(async () => (await loadNetworkLog()).NetworkLogButton);
