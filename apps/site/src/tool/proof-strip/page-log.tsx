import { useStore } from 'zustand';

import { summarize } from '../network-log/create-network-log.ts';
import { NetworkLogPanel } from '../network-log/network-log-panel.tsx';
import { siteNetworkLog } from '../network-log/site-network-log.ts';

/** Network log with all requests of the page. */
export function PageLog() {
  return <NetworkLogPanel about="batch" summary={summarize(useStore(siteNetworkLog), 0)} />;
}
