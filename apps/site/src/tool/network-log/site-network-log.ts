import { createNetworkLog, type NetworkLog, type SeenRequest, type SentRequest } from './create-network-log.ts';
import { sentMark, type SentDetail } from './watch-bodies.ts';

/** Under this name the segmenter enters what its workers fetch: their own timelines no page can read. */
const workerFetch = 'isola-segmenter:fetch';
/** Scripts, styles and pictures are only asked for. */
const sending: ReadonlySet<string> = new Set(['fetch', 'beacon', 'xmlhttprequest']);

const { VITE_SUPABASE_URL: backend, VITE_ANALYTICS_SCRIPT: counter } = import.meta.env;

/** The origins that the server's policy lets this page connect to, from the build's settings. */
export const allowedOrigins: readonly string[] = [
  ...new Set([location.origin, ...[backend, counter].flatMap((url) => (url ? [new URL(url).origin] : []))]),
];

/**
 * Log of the requests that this page and its workers have made, and of the data that they sent. It is loaded with the
 * first image, and reads the browser's timeline, which keeps earlier requests: `main.tsx` gives the timeline room, and
 * `boot.ts` has it hold the size of each body.
 */
export const siteNetworkLog: NetworkLog = createNetworkLog({
  site: new URL(import.meta.env.BASE_URL, location.origin).href,
  backend,
  counter,
});

const observer = new PerformanceObserver((list) => {
  const entries = list.getEntries();
  siteNetworkLog.enterSent(entries.flatMap(sentRequestOf));
  siteNetworkLog.enter(entries.flatMap(seenRequestOf));
});
for (const type of ['mark', 'navigation', 'resource']) observer.observe({ type, buffered: true });

function sentRequestOf(entry: PerformanceEntry): SentRequest[] {
  if (!(entry instanceof PerformanceMark) || entry.name !== sentMark) return [];
  const { url, bytes } = entry.detail as SentDetail;
  return [{ url, bytes, startedAtMs: performance.timeOrigin + entry.startTime }];
}

function seenRequestOf(entry: PerformanceEntry): SeenRequest[] {
  if (entry instanceof PerformanceResourceTiming) {
    const { name: url, startTime, transferSize: transferBytes, encodedBodySize: bodyBytes } = entry;
    const isPage = entry instanceof PerformanceNavigationTiming;
    const canSend = sending.has(entry.initiatorType);
    return [{ url, startedAtMs: performance.timeOrigin + startTime, transferBytes, bodyBytes, isPage, canSend }];
  }
  return entry instanceof PerformanceMark && entry.name === workerFetch ? [entry.detail as SeenRequest] : [];
}
