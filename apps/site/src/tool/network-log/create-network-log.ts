import type { ReadonlyStore } from '@isola/editor';
import { createStore } from 'zustand/vanilla';

import { type Places, type Purpose, purposeOf } from './purpose-of.ts';

export interface NetworkLogRow {
  readonly id: string;
  readonly url: string;
  /** As shown to users: without the site's own origin. */
  readonly path: string;
  readonly purpose: Purpose;
  /** Since 1970. */
  readonly startedAtMs: number;
  /** The bytes received over the network, headers and body; 0 from the browser's cache. */
  readonly receivedBytes: number;
  /** `none`: no answer came yet, or none whose size the browser reports. */
  readonly source: 'network' | 'cache' | 'none';
  /** The body's size; undefined where a body may have been sent and was not observed. */
  readonly sentBytes: number | undefined;
}

/**
 * Why a request may have taken an image along.
 * - `place`: it went to an address that this site does not ask.
 * - `large`: it sent more than a little text.
 * - `unknown-amount`: the size of its body cannot be determined.
 */
export type Flag = 'place' | 'large' | 'unknown-amount';

export interface FlaggedRow extends NetworkLogRow {
  readonly flag: Flag;
}

/** The requests of a page, as they concern an image that was opened at some moment. */
export interface NetworkSummary {
  /** To be checked, whenever they began; the others are in `since` or `before`. */
  readonly flagged: readonly FlaggedRow[];
  /** The requests since the image was opened, the oldest first. */
  readonly since: readonly NetworkLogRow[];
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

/** Holds every request of the page, the oldest first. */
export interface NetworkLog extends ReadonlyStore<readonly NetworkLogRow[]> {
  readonly enter: (requests: readonly SeenRequest[]) => void;
  readonly enterSent: (requests: readonly SentRequest[]) => void;
}

/** The two sources may differ by this much about the time of the same request. */
const sameMs = 1000;
/** Requests that began within this time of each other cannot be told apart. */
const togetherMs = 100;
/** A body or a URL below this size is no picture; an email address or a session's key needs no more. */
const maxTextBytes = 4096;

/** Creates the log of network requests with the purpose of each. Other modules add the requests. */
export function createNetworkLog(places: Places): NetworkLog {
  const { setState, ...store } = createStore<readonly NetworkLogRow[]>(() => []);
  const seen: SeenRequest[] = [];
  const sent: SentRequest[] = [];

  function notify(): void {
    const rows = seen.map((request, index) => ({
      ...rowOf(request, places),
      id: `seen-${index}`,
      sentBytes: request.canSend ? sentBytesOf(request, sent) : 0,
    }));
    // The browser lists a request once it has ended. Until then it is known by what it sent.
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
      seen.push(...own);
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

/** @returns the largest body of all requests that cannot be told from this one. */
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

/** @param openedAtMs when the image was opened, since 1970. */
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
  // A request to this site without a body asks for something, whatever it is.
  const onlyAsks = path.startsWith('/') && sentBytes === 0;
  if (purpose === 'other' && !onlyAsks) return 'place';
  if (Math.max(sentBytes ?? 0, url.length) > maxTextBytes) return 'large';
  // A request before there was an image cannot have sent it.
  return sentBytes === undefined && isSince ? 'unknown-amount' : undefined;
}

export function totalBytes(rows: readonly NetworkLogRow[]): number {
  return rows.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
}
