import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Sent {
  readonly method: string;
  /** Path with its query, as it is sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/**
 * Sends a request unchanged, on a connection of its own. `fetch` would refuse some methods and headers, and could meet
 * the end of a connection that it keeps.
 * @param url URL of the server.
 */
export async function send(url: string, { method, path, headers, body }: Sent): Promise<Answer> {
  const answered = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(url);
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = request({ hostname, port, path, method, headers: { ...headers, ...length }, agent: false });
  sent.on('response', (response) => {
    text(response).then(
      (answer) => answered.resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
      answered.reject,
    );
  });
  sent.on('error', answered.reject);
  sent.end(body ?? undefined);
  return answered.promise;
}
