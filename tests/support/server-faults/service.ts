import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { openPort, type Port } from './open-port.ts';

/** A request that a service received. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  /** Header `Idempotency-Key`. A request that is sent again has the same one. */
  readonly key: string | undefined;
  readonly body: string;
}

export type Answer = (asked: Asked, response: ServerResponse) => void;

/** A service of somebody else, which can answer in other ways than it should. */
export interface Service extends Port {
  readonly origin: string;
  /** Requests so far, the newest last. */
  readonly asked: readonly Asked[];
  /** Answers every request in this way until the service is set back. */
  readonly answerWith: (answer: Answer) => void;
  /** Accepts connections and answers as it should. */
  readonly setBack: () => Promise<void>;
}

/** @param usual answers as the service should. */
export async function startService(usual: Answer): Promise<Service> {
  const asked: Asked[] = [];
  let answer = usual;
  const http = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const key = headers['idempotency-key']?.toString();
      const each = { method, url: new URL(url, 'http://service.test'), key, body };
      asked.push(each);
      answer(each, response);
    });
  });
  const port = await openPort((socket) => http.emit('connection', socket));
  return {
    ...port,
    origin: `http://127.0.0.1:${port.number}`,
    asked,
    answerWith: (next) => {
      answer = next;
    },
    setBack: async () => {
      answer = usual;
      // Ends requests that a stalling answer has left open.
      port.cut();
      await port.open();
    },
  };
}

/** Answers JSON. */
export function json(body: unknown, status = 200): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** Answers with a web page, as a proxy or a captive portal in between does. */
export const page: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
};

/** Never answers. */
export const stall: Answer = () => {};
