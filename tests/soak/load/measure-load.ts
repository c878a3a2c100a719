import { Agent, request } from 'node:http';

import { quantile } from '../../benchmarks/segmenter/statistics.ts';

/** Request of a simulated person. */
interface Call {
  /** Kind under which its time is counted. */
  readonly kind: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface Answer {
  /** 0 when the connection broke. */
  readonly status: number;
  readonly text: string;
}

/** Times and failures of all calls of one kind. */
export interface KindResult {
  readonly count: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly failures: readonly string[];
}

export interface Load {
  /** Sends a call and measures it. Any status except 200 and 204 is a failure. */
  readonly send: (call: Call) => Promise<Answer>;
  readonly results: () => Readonly<Record<string, KindResult>>;
  readonly close: () => void;
}

/** Creates a measure of calls to a server. Connections are kept open, as browsers keep them. */
export function createLoad(origin: string): Load {
  const agent = new Agent({ keepAlive: true });
  const kinds = new Map<string, { readonly tookMs: number[]; readonly failures: string[] }>();

  return {
    send: async (call) => {
      const startMs = performance.now();
      const answer = await ask(origin, call, agent);
      const of = kinds.get(call.kind) ?? { tookMs: [], failures: [] };
      kinds.set(call.kind, of);
      of.tookMs.push(performance.now() - startMs);
      if (answer.status !== 200 && answer.status !== 204)
        of.failures.push(`${answer.status} ${call.path} ${answer.text.slice(0, 100)}`);
      return answer;
    },
    results: () =>
      Object.fromEntries(
        [...kinds].map(([kind, { tookMs, failures }]) => [
          kind,
          { count: tookMs.length, medianMs: quantile(tookMs, 0.5), p99Ms: quantile(tookMs, 0.99), failures },
        ]),
      ),
    close: () => agent.destroy(),
  };
}

function ask(origin: string, { path, method = 'GET', headers = {}, body }: Call, agent: Agent): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const asking = request(new URL(path, origin), { method, headers, agent }, (response) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    response.on('error', (error) => resolve({ status: 0, text: String(error) }));
  });
  asking.on('error', (error) => resolve({ status: 0, text: String(error) }));
  asking.end(body);
  return promise;
}
