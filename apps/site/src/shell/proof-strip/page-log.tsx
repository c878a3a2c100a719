import { useStore } from 'zustand';

import { summarize } from '#tool/network-log/create-network-log.ts';
import { NetworkLogPanel } from '#tool/network-log/network-log-panel.tsx';
import { siteNetworkLog } from '#tool/network-log/site-network-log.ts';

/** Network log with all requests of the page. */
export function PageLog() {
  return <NetworkLogPanel about="batch" summary={summarize(useStore(siteNetworkLog), 0)} />;
}
