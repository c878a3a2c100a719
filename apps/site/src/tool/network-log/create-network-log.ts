import type { ReadonlyStore } from '@isola/editor';
import { createStore } from 'zustand/vanilla';

import { type Places, type Purpose, purposeOf } from './purpose-of.ts';

export interface NetworkLogRow {
  readonly id: string;
  readonly url: string;
  /** URL as shown to users: without the origin for URLs of this site. */
  readonly path: string;
  readonly purpose: Purpose;
  /** Start of the request, in milliseconds since 1970. */
  readonly startedAtMs: number;
  /** Bytes received over the network, with headers; 0 for a response from the browser's cache. */
  readonly receivedBytes: number;
  /** Source of the response; `none` while there is no response, or when the browser does not report its size. */
  readonly source: 'network' | 'cache' | 'none';
  /** Size of the sent body in bytes; undefined when a body may have been sent but was not observed. */
  readonly sentBytes: number | undefined;
}

/**
 * Reason why a request may have contained an image:
 * - `place`: the request went to a URL that this site does not request.
 * - `large`: its body or URL is larger than a short text.
 * - `unknown-amount`: the size of its body cannot be determined.
 */
export type Flag = 'place' | 'large' | 'unknown-amount';

export interface FlaggedRow extends NetworkLogRow {
  readonly flag: Flag;
}

/** Requests of a page, grouped with respect to the time at which an image was opened. */
export interface NetworkSummary {
  /** Requests that users should check, from before and after that time. All others are in `since` or `before`. */
  readonly flagged: readonly FlaggedRow[];
  /** Requests since the image was opened, the oldest first. */
  readonly since: readonly NetworkLogRow[];
  readonly before: readonly NetworkLogRow[];
}

/** Request as listed in the browser's performance entries. */
export interface SeenRequest {
  readonly url: string;
  /** Start of the request, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly transferBytes: number;
  readonly bodyBytes: number;
  /** True for the navigation to the page itself. */
  readonly isPage?: boolean;
  /** True when the initiator of the request can send a body, as fetch can; scripts, styles and images cannot. */
  readonly canSend?: boolean;
}

/** Request as observed when it was sent. */
export interface SentRequest {
  readonly url: string;
  /** Start of the request, in milliseconds since 1970. */
  readonly startedAtMs: number;
  /** Size of the body in bytes; undefined when it cannot be determined. */
  readonly bytes: number | undefined;
}

/** Store with all requests of the page, the oldest first. */
export interface NetworkLog extends ReadonlyStore<readonly NetworkLogRow[]> {
  readonly enter: (requests: readonly SeenRequest[]) => void;
  readonly enterSent: (requests: readonly SentRequest[]) => void;
}

/** Largest difference between the start of a request in the performance entries and its observed sending, in ms. */
const sameMs = 1000;
/** Requests to the same URL that began within this time of each other cannot be distinguished, in milliseconds. */
const togetherMs = 100;
/** Largest body or URL that is too small for an image, in bytes. An email address or a session token needs no more. */
const maxTextBytes = 4096;

/** Row of a request in the performance entries. Its body is looked up whenever rows are made, as it can be observed later. */
interface SeenRow extends Omit<NetworkLogRow, 'sentBytes'> {
  readonly canSend: boolean;
}

/** Creates a log of network requests and their purposes. Other modules add the requests. */
export function createNetworkLog(places: Places): NetworkLog {
  const { setState, ...store } = createStore<readonly NetworkLogRow[]>(() => []);
  const seen: SeenRow[] = [];
  const sent: SentRequest[] = [];

  function notify(): void {
    const rows = seen.map(({ canSend, ...row }) => ({ ...row, sentBytes: canSend ? sentBytesOf(row, sent) : 0 }));
    // The browser lists a request only after it has ended. Until then the log shows the observed sending.
    const underWay = sent.flatMap((request, index) => {
      if (request.bytes === 0 || seen.some((each) => isSame(each, request))) return [];
      const silent = { ...request, transferBytes: 0, bodyBytes: 0 };
      return [{ ...rowOf(silent, places), id: `sent-${index}`, sentBytes: request.bytes }];
    });
    setState(
      [...rows, ...underWay].toSorted((one, other) => one.startedAtMs - other.startedAtMs),
      true,
    );
  }

  return {
    ...store,
    enter(requests) {
      const own = requests.filter(({ url }) => /^https?:/.test(url));
      if (own.length === 0) return;
      for (const request of own)
        seen.push({ ...rowOf(request, places), id: `seen-${seen.length}`, canSend: request.canSend ?? false });
      notify();
    },
    enterSent(requests) {
      if (requests.length === 0) return;
      sent.push(...requests);
      notify();
    },
  };
}

type Began = Pick<SentRequest, 'url' | 'startedAtMs'>;

function isSame(one: Began, other: Began): boolean {
  return one.url === other.url && Math.abs(one.startedAtMs - other.startedAtMs) < sameMs;
}

/**
 * Returns the size of the largest body among the sent requests that cannot be distinguished from this one; undefined
 * when there are none or when the size of one is unknown.
 */
function sentBytesOf(request: Began, sent: readonly SentRequest[]): number | undefined {
  const same = sent
    .filter((each) => isSame(each, request))
    .map(({ startedAtMs, bytes }) => ({ bytes, apartMs: Math.abs(startedAtMs - request.startedAtMs) }));
  const nearestMs = Math.min(...same.map(({ apartMs }) => apartMs));
  const nearest = same.filter(({ apartMs }) => apartMs < nearestMs + togetherMs).map(({ bytes }) => bytes);
  const weights = nearest.filter((bytes) => bytes !== undefined);
  return weights.length > 0 && weights.length === nearest.length ? Math.max(...weights) : undefined;
}

function rowOf(
  { url, startedAtMs, transferBytes, bodyBytes, isPage = false }: SeenRequest,
  places: Places,
): Omit<NetworkLogRow, 'id' | 'sentBytes'> {
  const nothingTold = transferBytes === 0 && bodyBytes === 0;
  return {
    url,
    path: url.startsWith(places.site) ? url.slice(places.site.length - 1) : url,
    purpose: isPage ? 'code' : purposeOf(url, places),
    startedAtMs,
    receivedBytes: transferBytes,
    source: nothingTold ? 'none' : transferBytes === 0 ? 'cache' : 'network',
  };
}

/** Groups the requests. @param openedAtMs time at which the image was opened, in milliseconds since 1970. */
export function summarize(rows: readonly NetworkLogRow[], openedAtMs: number): NetworkSummary {
  const flagged: FlaggedRow[] = [];
  const since: NetworkLogRow[] = [];
  const before: NetworkLogRow[] = [];
  for (const row of rows) {
    const flag = flagOf(row, row.startedAtMs >= openedAtMs);
    if (flag) flagged.push({ ...row, flag });
    else (row.startedAtMs < openedAtMs ? before : since).push(row);
  }
  return { flagged, since, before };
}

function flagOf({ url, path, purpose, sentBytes }: NetworkLogRow, isSince: boolean): Flag | undefined {
  // A request to this site without a body sends no image, whatever its path.
  const onlyAsks = path.startsWith('/') && sentBytes === 0;
  if (purpose === 'other' && !onlyAsks) return 'place';
  if (Math.max(sentBytes ?? 0, url.length) > maxTextBytes) return 'large';
  // A request that began before the image was opened cannot have contained it.
  return sentBytes === undefined && isSince ? 'unknown-amount' : undefined;
}

export function totalBytes(rows: readonly NetworkLogRow[]): number {
  return rows.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
}
