import { siteSession } from '../site-session.ts';
import { createNetworkLog, type NetworkLog, type SeenRequest } from './create-network-log.ts';
import { watchBodies } from './watch-bodies.ts';

/** Under this name the segmenter enters what its workers fetch: their own timelines no page can read. */
const workerFetch = 'isola-segmenter:fetch';
/** Scripts, styles and pictures are only asked for. */
const sending: ReadonlySet<string> = new Set(['fetch', 'beacon', 'xmlhttprequest']);
/** Before an image lies here it was looked at, with code that came for it. */
const lookMs = 500;

const { VITE_SUPABASE_URL: backend, VITE_ANALYTICS_SCRIPT: counter } = import.meta.env;

/** The origins that the server's policy lets this page connect to, from the build's settings. */
export const allowedOrigins: readonly string[] = [
  ...new Set([location.origin, ...[backend, counter].flatMap((url) => (url ? [new URL(url).origin] : []))]),
];

/**
 * What this page and its workers have fetched. It comes with the editor, when an image is there already; from the timeline,
 * which keeps what was before (`main.tsx` gives it room). What requests take along is weighed from then on.
 */
export const siteNetworkLog: NetworkLog = createNetworkLog({
  site: new URL(import.meta.env.BASE_URL, location.origin).href,
  backend,
  counter,
});

const observer = new PerformanceObserver((list) => siteNetworkLog.enter(list.getEntries().flatMap(requestOf)));
for (const type of ['navigation', 'resource', 'mark']) observer.observe({ type, buffered: true });

watchBodies(siteNetworkLog.enterSent);

let photo: object | undefined;
/** Of the image that was there before this code nothing is known but that the code was asked for when it came. */
let askedAtMs = performance.getEntriesByName(import.meta.url)[0]?.startTime ?? performance.now();
followPhoto();
siteSession.subscribe(followPhoto);

function followPhoto(): void {
  const state = siteSession.getState();
  const next = state.state === 'empty' ? undefined : state.image;
  if (next === photo) return;
  photo = next;
  if (!next) return;
  const cameAtMs = state.state === 'working' ? state.stageStartedAtMs : performance.now();
  siteNetworkLog.begin(performance.timeOrigin + Math.min(cameAtMs, askedAtMs) - lookMs);
  askedAtMs = Infinity;
}

function requestOf(entry: PerformanceEntry): SeenRequest[] {
  if (entry instanceof PerformanceResourceTiming) {
    const { name: url, startTime, transferSize: transferBytes, encodedBodySize: bodyBytes } = entry;
    const isPage = entry instanceof PerformanceNavigationTiming;
    const canSend = sending.has(entry.initiatorType);
    return [{ url, startedAtMs: performance.timeOrigin + startTime, transferBytes, bodyBytes, isPage, canSend }];
  }
  return entry instanceof PerformanceMark && entry.name === workerFetch ? [entry.detail as SeenRequest] : [];
}
