import type { ReadonlyStore } from '@isola/editor';
import { createStore } from 'zustand/vanilla';

import { carriesText, type Places, type Purpose, purposeOf } from './purpose-of.ts';

export interface NetworkLogRow {
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
  /** Whether it is one that takes something typed or counted along. */
  readonly carriesText: boolean;
  /** What its body weighed; undefined where it may have had one and nobody saw it. */
  readonly sentBytes: number | undefined;
}

export interface NetworkLogState {
  /** Every request since the image came, the oldest first. */
  readonly rows: readonly NetworkLogRow[];
  /** Those before it, since the page was opened. */
  readonly before: readonly NetworkLogRow[];
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
  /** Whether it was made by means with which something can be sent; all others only ask. */
  readonly canSend?: boolean;
}

/** A request, in the terms of whoever saw it leave. */
export interface SentRequest {
  readonly url: string;
  /** Since 1970. */
  readonly startedAtMs: number;
  /** Of its body; undefined where that cannot be told. */
  readonly bytes: number | undefined;
}

export interface NetworkLog extends ReadonlyStore<NetworkLogState> {
  readonly enter: (requests: readonly SeenRequest[]) => void;
  readonly enterSent: (request: SentRequest) => void;
  /** An image came. @param atMs since 1970. */
  readonly begin: (atMs: number) => void;
}

/** Who sees a request leave and who lists it agree so far on when that was. */
const sameMs = 100;
/** Less than this is no picture worth the name; an address or a session's key needs no more. */
const maxTextBytes = 4096;

/** What was fetched, and what for; a store that others fill. */
export function createNetworkLog(places: Places): NetworkLog {
  const { setState, ...store } = createStore<NetworkLogState>(() => ({ rows: [], before: [] }));
  let all: readonly (SeenRequest & { readonly id: number })[] = [];
  const sent: SentRequest[] = [];
  let beganAtMs = 0;

  /** Of requests that cannot be told from one another, the most. */
  function sentBytesOf({ url, startedAtMs, canSend }: SeenRequest): number | undefined {
    if (!canSend) return 0;
    const own = sent.filter((each) => each.url === url && Math.abs(each.startedAtMs - startedAtMs) < sameMs);
    const weights = own.map(({ bytes }) => bytes).filter((bytes) => bytes !== undefined);
    return weights.length > 0 && weights.length === own.length ? Math.max(...weights) : undefined;
  }

  function tell(): void {
    const rows = all.map((request) => ({ ...rowOf(request, places), id: request.id, sentBytes: sentBytesOf(request) }));
    const isBefore = ({ startedAtMs }: NetworkLogRow) => startedAtMs < beganAtMs;
    setState({ rows: rows.filter((row) => !isBefore(row)), before: rows.filter(isBefore) });
  }

  return {
    ...store,
    enter(requests) {
      const rows = requests
        .filter(({ url }) => /^https?:/.test(url))
        .map((request, index) => ({ ...request, id: all.length + index }));
      if (rows.length === 0) return;
      all = [...all, ...rows].toSorted((one, other) => one.startedAtMs - other.startedAtMs);
      tell();
    },
    enterSent(request) {
      sent.push(request);
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
): Omit<NetworkLogRow, 'id' | 'sentBytes'> {
  const purpose = isPage ? 'code' : purposeOf(url, places);
  const nothingTold = transferBytes === 0 && bodyBytes === 0;
  return {
    url,
    path: url.startsWith(places.site) ? url.slice(places.site.length - 1) : url,
    purpose,
    startedAtMs,
    receivedBytes: transferBytes,
    source: nothingTold ? 'none' : transferBytes === 0 ? 'cache' : 'network',
    carriesText: carriesText(url, purpose),
  };
}

/** @returns how much of a picture may have left: nothing, or a word for ‘this list cannot say’. */
export function imageBytesSent({ rows, before }: NetworkLogState): 'none' | 'unclear' {
  const isLarge = ({ purpose, sentBytes = 0 }: NetworkLogRow) => purpose === 'other' || sentBytes > maxTextBytes;
  // What left before there was an image had none to take along.
  const isUnseen = (row: NetworkLogRow) => row.carriesText && row.sentBytes === undefined;
  return [...rows, ...before].some(isLarge) || rows.some(isUnseen) ? 'unclear' : 'none';
}

export function totalBytes(rows: readonly NetworkLogRow[]): number {
  return rows.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
}
