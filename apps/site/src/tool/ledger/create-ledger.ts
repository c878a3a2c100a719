import { carriesText, type Places, type Purpose, purposeOf } from './purpose-of.ts';

export interface LedgerRow {
  readonly id: number;
  readonly url: string;
  /** As a person reads it: without the site's own address. */
  readonly path: string;
  readonly purpose: Purpose;
  /** Since 1970. */
  readonly startedAtMs: number;
  /** What came over the network, head and body; 0 from the browser's cache. */
  readonly receivedBytes: number;
  /** `none`: no answer came, or none that the browser tells the size of. */
  readonly source: 'network' | 'cache' | 'none';
  /** Whether it took something typed or counted along. */
  readonly carriesText: boolean;
}

export interface LedgerSnapshot {
  /** Every request since the photo came, the oldest first. */
  readonly rows: readonly LedgerRow[];
  /** Those before it, since the page was opened. */
  readonly before: readonly LedgerRow[];
}

/** A request, in the terms of whoever saw it. */
export interface SeenRequest {
  readonly url: string;
  /** Since 1970. */
  readonly startedAtMs: number;
  readonly transferBytes: number;
  readonly bodyBytes: number;
  /** It was the page itself. */
  readonly isPage?: boolean;
}

export interface Ledger {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => LedgerSnapshot;
  readonly enter: (requests: readonly SeenRequest[]) => void;
  /** A photo came. @param atMs since 1970. */
  readonly begin: (atMs: number) => void;
}

/** What was fetched, and what for; a plain store that others fill. */
export function createLedger(places: Places): Ledger {
  const listeners = new Set<() => void>();
  let all: readonly LedgerRow[] = [];
  let beganAtMs = 0;
  let snapshot: LedgerSnapshot = { rows: [], before: [] };

  function tell(): void {
    const isBefore = ({ startedAtMs }: LedgerRow) => startedAtMs < beganAtMs;
    snapshot = { rows: all.filter((row) => !isBefore(row)), before: all.filter(isBefore) };
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    enter(requests) {
      const rows = requests
        .filter(({ url }) => /^https?:/.test(url))
        .map((request, index) => ({ id: all.length + index, ...rowOf(request, places) }));
      if (rows.length === 0) return;
      all = [...all, ...rows].toSorted((one, other) => one.startedAtMs - other.startedAtMs);
      tell();
    },
    begin(atMs) {
      beganAtMs = atMs;
      tell();
    },
  };
}

function rowOf(
  { url, startedAtMs, transferBytes, bodyBytes, isPage = false }: SeenRequest,
  places: Places,
): Omit<LedgerRow, 'id'> {
  const purpose = isPage ? 'code' : purposeOf(url, places);
  const nothingTold = transferBytes === 0 && bodyBytes === 0;
  return {
    url,
    path: url.startsWith(places.site) ? url.slice(places.site.length - 1) : url,
    purpose,
    startedAtMs,
    receivedBytes: transferBytes,
    source: nothingTold ? 'none' : transferBytes === 0 ? 'cache' : 'network',
    carriesText: carriesText(purpose),
  };
}

/** @returns how much of a picture may have left: nothing, or a word for ‘this list cannot say’. */
export function pictureOut({ rows, before }: LedgerSnapshot): 'none' | 'unclear' {
  return [...rows, ...before].some(({ purpose }) => purpose === 'other') ? 'unclear' : 'none';
}

export function totalBytes(rows: readonly LedgerRow[]): number {
  return rows.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
}
