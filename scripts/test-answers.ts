import type { IncomingMessage } from 'node:http';

import type { Plugin } from 'vite';

/** Path below which tests store answers. */
const folder = '/test-answers/';
/** Scripts that tests lose. A browser would not request a cached script again. */
const losable = ['/transport/worker.ts', '/transport/in-page-client.ts', '/inference/accelerate-by-gpu.ts'];

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Lets the page of a test decide by requests what the server answers. Playwright could intercept requests instead, but
 * Chromium does not always confirm the interception, and the test then waits forever.
 *
 * A `POST` below `/test-answers/` stores its body as the answer to later requests for the same path, with the status and
 * the headers that its header `X-Answer` contains as JSON. A cookie `lost` names a script that is not found.
 */
export function testAnswers(): Plugin {
  const answers = new Map<string, Answer>();
  return {
    name: 'test-answers',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = pathOf(request);
        if (path.startsWith(folder)) {
          if (request.method === 'POST') {
            void store(request).then((answer) => {
              answers.set(path, answer);
              response.end();
            }, next);
            return;
          }
          const { status, headers, body } = answers.get(path) ?? { status: 404, headers: {}, body: '' };
          response.writeHead(status, { ...headers, 'cache-control': 'no-store' }).end(body);
        } else if (losable.some((script) => path.endsWith(script))) {
          if (isLost(request, path)) response.writeHead(404).end();
          else {
            const setHeader = response.setHeader.bind(response);
            response.setHeader = (name, value) => setHeader(name, name === 'Cache-Control' ? 'no-store' : value);
            next();
          }
        } else next();
      });
    },
  };
}

async function store(request: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { status, headers } = JSON.parse(String(request.headers['x-answer'])) as Omit<Answer, 'body'>;
  return { status, headers, body: Buffer.concat(parts) };
}

function isLost({ headers: { cookie = '' } }: IncomingMessage, path: string): boolean {
  const [, lost] = /(?:^|; )lost=([^;]+)/.exec(cookie) ?? [];
  return lost !== undefined && path.endsWith(lost);
}

function pathOf({ url = '' }: IncomingMessage): string {
  return new URL(url, 'http://localhost').pathname;
}
