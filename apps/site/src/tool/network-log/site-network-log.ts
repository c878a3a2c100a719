import { createNetworkLog, type NetworkLog, type SeenRequest, type SentRequest } from './create-network-log.ts';
import { sentMark, type SentDetail } from './watch-bodies.ts';

/**
 * Name of the marks in which the segmenter reports its workers' requests, because pages cannot read workers' timelines.
 */
const workerFetch = 'isola-segmenter:fetch';
/** Initiators whose requests can have a body. Requests for scripts, styles and images have none. */
const sending: ReadonlySet<string> = new Set(['fetch', 'beacon', 'xmlhttprequest']);

const {
  VITE_SUPABASE_URL: backend,
  VITE_MODELS_URL: models,
  VITE_ASSETS_URL: assets,
  VITE_ANALYTICS_SCRIPT: counter,
} = import.meta.env;

/** Origins to which the content security policy allows requests, derived from the build's settings. */
export const allowedOrigins: readonly string[] = [
  ...new Set([
    location.origin,
    ...[backend, models, assets, counter].flatMap((url) => (url ? [new URL(url).origin] : [])),
  ]),
];

/**
 * Log of all requests of this page and its workers, and of the size of the sent data. The module is loaded with the
 * first image. It finds earlier requests in the performance timeline, which `main.tsx` enlarges and in which `boot.ts`
 * records the size of each body.
 */
export const siteNetworkLog: NetworkLog = createNetworkLog({
  site: new URL(import.meta.env.BASE_URL, location.origin).href,
  backend,
  models,
  assets,
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
