import type { ReadonlyStore } from '@isola/editor';
import { createStore } from 'zustand/vanilla';

import { carriesText, type Places, type Purpose, purposeOf } from './purpose-of.ts';

export interface NetworkLogRow {
  readonly id: number;
  readonly url: string;
  /** As shown to users: without the site's own origin. */
  readonly path: string;
  readonly purpose: Purpose;
  /** Since 1970. */
  readonly startedAtMs: number;
  /** The bytes received over the network, headers and body; 0 from the browser's cache. */
  readonly receivedBytes: number;
  /** `none`: no answer came, or none whose size the browser reports. */
  readonly source: 'network' | 'cache' | 'none';
  /** Whether the request's purpose is to send typed text or statistics. */
  readonly carriesText: boolean;
  /** The body's size; undefined where a body may have been sent and was not observed. */
  readonly sentBytes: number | undefined;
}

export interface NetworkLogState {
  /** Every request since the image came, the oldest first. */
  readonly rows: readonly NetworkLogRow[];
  /** The requests before it, since the page was opened. */
  readonly before: readonly NetworkLogRow[];
}

/** A request as the browser's performance entries list it. */
export interface SeenRequest {
  readonly url: string;
  /** Since 1970. */
  readonly startedAtMs: number;
  readonly transferBytes: number;
  readonly bodyBytes: number;
  /** Whether it was the navigation to the page itself. */
  readonly isPage?: boolean;
  /** Whether its initiator can send a body; all others only fetch. */
  readonly canSend?: boolean;
}

/** A request as it was observed when it was sent. */
export interface SentRequest {
  readonly url: string;
  /** Since 1970. */
  readonly startedAtMs: number;
  /** The body's size; undefined where it cannot be determined. */
  readonly bytes: number | undefined;
}

export interface NetworkLog extends ReadonlyStore<NetworkLogState> {
  readonly enter: (requests: readonly SeenRequest[]) => void;
  readonly enterSent: (request: SentRequest) => void;
  /** An image came. @param atMs since 1970. */
  readonly begin: (atMs: number) => void;
}

/** The two sources may differ by this much about the time of the same request. */
const sameMs = 100;
/** A body below this size is no picture; an address or a session's key needs no more. */
const maxTextBytes = 4096;

/** What was fetched, and for what; other modules enter the requests. */
export function createNetworkLog(places: Places): NetworkLog {
  const { setState, ...store } = createStore<NetworkLogState>(() => ({ rows: [], before: [] }));
  let all: readonly (SeenRequest & { readonly id: number })[] = [];
  const sent: SentRequest[] = [];
  let beganAtMs = 0;

  /** @returns the largest body of all requests that cannot be distinguished from this one. */
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

/** @returns whether bytes of an image may have been sent: none, or `unclear` where this list cannot say. */
export function imageBytesSent({ rows, before }: NetworkLogState): 'none' | 'unclear' {
  const isLarge = ({ purpose, sentBytes = 0 }: NetworkLogRow) => purpose === 'other' || sentBytes > maxTextBytes;
  // Requests before there was an image cannot have sent one.
  const isUnseen = (row: NetworkLogRow) => row.carriesText && row.sentBytes === undefined;
  return [...rows, ...before].some(isLarge) || rows.some(isUnseen) ? 'unclear' : 'none';
}

export function totalBytes(rows: readonly NetworkLogRow[]): number {
  return rows.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
}
