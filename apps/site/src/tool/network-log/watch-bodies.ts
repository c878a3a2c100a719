import type { SentRequest } from './create-network-log.ts';

/**
 * Measures the body of each request of this page from now on. The browser's own list does not contain that size, and
 * requests by other means than `fetch` and `sendBeacon` are not observed.
 */
export function watchBodies(onSent: (request: SentRequest) => void): void {
  const tell = async (target: RequestInfo | URL, body: Body) => {
    const startedAtMs = performance.timeOrigin + performance.now();
    const address = target instanceof Request ? target.url : target;
    const bytes = await bytesOf(body);
    // The request itself fails with such an address.
    if (!URL.canParse(address, document.baseURI)) return;
    const url = new URL(address, document.baseURI);
    url.hash = '';
    onSent({ url: url.href, startedAtMs, bytes });
  };
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    void tell(input, init?.body ?? (input instanceof Request ? input : undefined));
    return fetch(input, init);
  };
  const sendBeacon = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, data) => {
    void tell(url, data);
    return sendBeacon(url, data);
  };
}

type Body = BodyInit | Request | null | undefined;

/** @returns undefined where the size cannot be determined without consuming the body. */
async function bytesOf(body: Body): Promise<number | undefined> {
  if (body === undefined || body === null) return 0;
  if (body instanceof ReadableStream) return undefined;
  try {
    return (await (body instanceof Request ? body.clone() : new Response(body)).blob()).size;
  } catch {
    // The body was read before, or the request was aborted.
    return undefined;
  }
}
