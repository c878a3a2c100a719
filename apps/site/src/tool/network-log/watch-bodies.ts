/**
 * Name of the performance marks of sent requests. Each has the request's `startTime` and a `detail` of `SentDetail`.
 */
export const sentMark = 'isola:sent';

export interface SentDetail {
  readonly url: string;
  /** Size of the body in bytes; undefined when it cannot be determined. */
  readonly bytes: number | undefined;
}

/**
 * Measures the bodies of all following requests of this page, because the browser's performance entries do not contain
 * their size. The first script of a page calls this function. The sizes are stored as performance marks, which stay in
 * the timeline until the network log is loaded and reads them.
 */
export function watchBodies(): void {
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const request = input instanceof Request ? input : undefined;
    void mark(request?.url ?? (input as string | URL), init?.body ?? request);
    return fetch(input, init);
  };
  const sendBeacon = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, data) => {
    void mark(url, data);
    return sendBeacon(url, data);
  };
  window.XMLHttpRequest = class extends XMLHttpRequest {
    #url: string | URL = '';

    override open(method: string, url: string | URL, isAsync = true, user?: string | null, password?: string | null) {
      this.#url = url;
      super.open(method, url, isAsync, user, password);
    }

    override send(body?: XMLHttpRequestBodyInit | Document | null) {
      void mark(this.#url, body);
      super.send(body);
    }
  };
}

type Body = XMLHttpRequestBodyInit | Document | ReadableStream | Request | null | undefined;

async function mark(address: string | URL, body: Body): Promise<void> {
  const startTime = performance.now();
  const bytes = await bytesOf(body);
  // A request with an invalid URL fails by itself and needs no mark.
  if (!URL.canParse(address, document.baseURI)) return;
  const url = new URL(address, document.baseURI);
  url.hash = '';
  const detail: SentDetail = { url: url.href, bytes };
  performance.mark(sentMark, { startTime, detail });
}

/** Returns the size of a body; undefined when it cannot be determined without consuming the body. */
async function bytesOf(body: Body): Promise<number | undefined> {
  if (!body) return 0;
  if (body instanceof ReadableStream || body instanceof Document) return undefined;
  try {
    return (await (body instanceof Request ? body.clone() : new Response(body)).blob()).size;
  } catch {
    // The body has already been read, or the request was aborted.
    return undefined;
  }
}
