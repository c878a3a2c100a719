import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';

/**
 * Sends a GET whose connection goes to one of these addresses, whatever the host's name resolves to by now; `Host`
 * header and certificate use the name. It runs on Node only, follows no redirect, keeps no connection and sends no
 * cookie.
 * @param addresses tried in this order.
 * @throws the error of the connection, or the reason of the signal.
 */
export async function fetchFrom(
  url: URL,
  addresses: readonly string[],
  options: { readonly headers?: HeadersInit | undefined; readonly signal?: AbortSignal | null | undefined } = {},
): Promise<Response> {
  const answered = Promise.withResolvers<Response>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    agent: false,
    headers: { ...Object.fromEntries(new Headers(options.headers)), 'accept-encoding': 'identity' },
    lookup: (_host, { all }, found) => {
      const known = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const [first] = known;
      if (!first) found(new Error('There is no address to go to'), []);
      else if (all) found(null, known);
      else found(null, first.address, first.family);
    },
    ...(options.signal && { signal: options.signal }),
  });
  request.once('error', answered.reject);
  request.once('response', (message) => {
    try {
      const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const status = message.statusCode ?? 0;
      const hasBody = ![204, 205, 304].includes(status);
      const body = hasBody ? (Readable.toWeb(message) as ReadableStream<Uint8Array>) : null;
      answered.resolve(new Response(body, { status, headers }));
      if (!hasBody) message.resume();
    } catch (error) {
      message.destroy();
      answered.reject(error);
    }
  });
  request.end();
  return await answered.promise;
}
