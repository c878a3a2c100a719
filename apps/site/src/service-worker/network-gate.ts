import { type AirplaneAnswer, airplaneName, type AirplaneNews, type AirplaneOrder } from './airplane-mode.ts';

/** Pages and workers of this origin, as a service worker sees them. */
export interface GateClients {
  claim(): Promise<void>;
  matchAll(options: {
    readonly type: 'window' | 'all';
    readonly includeUncontrolled?: boolean;
  }): Promise<readonly unknown[]>;
}

export interface NetworkGateScope {
  readonly clients: GateClients;
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete'>;
  readonly fetch: (request: Request | string) => Promise<Response>;
  readonly tell: (news: AirplaneNews) => void;
}

/** The one way of the service worker to the network. It is closed in airplane mode. */
export interface NetworkGate {
  /** True once airplane mode is known to be off. Requests that the worker does not handle may then be left alone. */
  readonly isOpen: () => boolean;
  /** True in airplane mode. */
  readonly isClosed: () => Promise<boolean>;
  /** Fetches from the network. @throws {TypeError} in airplane mode, as `fetch` does while offline. */
  readonly fetch: (request: Request | string) => Promise<Response>;
  /** Ends airplane mode if no page of this origin is open, before a navigation opens the first one. */
  readonly endWithoutPages: () => Promise<void>;
  readonly obey: (order: AirplaneOrder) => Promise<AirplaneAnswer>;
}

export function createNetworkGate({ clients, caches, fetch, tell }: NetworkGateScope): NetworkGate {
  let isOn: boolean | undefined;
  // A worker that the browser has just started does not know the mode yet. Its first requests wait for this answer.
  const known = caches.has(airplaneName).then(
    (has) => (isOn ??= has),
    // Storage that cannot be read contains no order to refuse anything.
    () => (isOn ??= false),
  );

  async function isClosed(): Promise<boolean> {
    await known;
    return isOn === true;
  }

  async function end(): Promise<void> {
    await caches.delete(airplaneName);
    isOn = false;
    tell({ isOn });
  }

  async function begin(): Promise<AirplaneAnswer> {
    await clients.claim();
    const [covered, all] = await Promise.all([
      clients.matchAll({ type: 'all' }),
      clients.matchAll({ type: 'all', includeUncontrolled: true }),
    ]);
    if (covered.length < all.length) return 'uncovered';
    await caches.open(airplaneName);
    isOn = true;
    tell({ isOn });
    return 'on';
  }

  return {
    isOpen: () => isOn === false,
    isClosed,
    async fetch(request) {
      if (await isClosed()) throw new TypeError('Airplane mode refuses this request');
      return fetch(request);
    },
    async endWithoutPages() {
      if (!(await isClosed())) return;
      const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
      if (open.length === 0) await end();
    },
    async obey({ airplane }) {
      await known;
      if (airplane === 'on') return begin();
      await end();
      return 'off';
    },
  };
}
