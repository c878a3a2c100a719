import * as fc from 'fast-check';

import { judgeAnswer, judgeChange, readState, type State } from './judge.ts';
import { everyTarget, hostileReads, hostileRequests, type HostileRequest, type Kind } from './requests.ts';
import { type Answer, send } from './send.ts';
import type { Caller, World } from './world.ts';

/** Longest time that the database may spend on one request, in milliseconds. */
const limitMs = 1_000;
/** A request over the limit is sent again, because a busy machine delays answers. The shortest time counts. */
const timesMeasured = 10;

export interface HostileOptions {
  readonly world: World;
  /** Seed of all requests. The same seed makes the same requests to a new server. */
  readonly seed: number;
  /** Number of generated requests, one after another. */
  readonly requests: number;
  /**
   * Table or function, such as `public.payments`, that these requests are for, or `account` for the routes of accounts.
   * By default they are for all.
   */
  readonly only?: string | undefined;
  /** True to send also a request of each caller to each table with each verb, and to each function. */
  readonly isEveryTarget: boolean;
  /** Number of reads that are compared before and after the rows of others change. */
  readonly comparisons: number;
  /** Number of groups of concurrent requests. */
  readonly bursts: number;
  /** Number of different problems after which the run ends. Defaults to 1. */
  readonly maxProblems?: number;
  /** Called with each problem when it is found. */
  readonly onProblem?: (problem: string) => void;
}

export interface HostileFigures {
  readonly problems: readonly string[];
  /** Number of answers of each kind of request by the hundreds of their status. */
  readonly answers: ReadonlyMap<Kind, ReadonlyMap<string, number>>;
  readonly longestMs: number;
  readonly longest: string;
  /** Number of pairs of caller, target and verb that got a request. */
  readonly reached: number;
  /** Number of changes of stored rows by the caller to its own. */
  readonly changes: number;
  readonly compared: number;
  readonly concurrent: number;
}

/** Thrown to end a run that has found enough. */
class EnoughProblemsError extends Error {
  override readonly name = 'EnoughProblemsError';
}

/**
 * Sends hostile requests to a running server and judges each answer, the time that it took and its effect.
 * @returns the figures, and each problem with its request as a command of curl and the seed.
 */
export async function runHostileRequests(options: HostileOptions): Promise<HostileFigures> {
  const { world, seed, maxProblems = 1 } = options;
  const problems = new Map<string, string>();
  const answers = new Map<Kind, Map<string, number>>();
  const reached = new Set<string>();
  let longestMs = 0;
  let longest = '';
  let changes = 0;
  let compared = 0;
  let concurrent = 0;
  let state = await readState(world);

  const count = (request: HostileRequest, { status }: Answer) => {
    const of = answers.get(request.kind) ?? new Map<string, number>();
    const hundreds = `${Math.floor(status / 100)}xx`;
    answers.set(request.kind, of.set(hundreds, (of.get(hundreds) ?? 0) + 1));
    reached.add(`${request.as} ${request.target} ${request.kind}`);
  };

  const judge = async (request: HostileRequest): Promise<void> => {
    const { answer, tookMs } = await measure(world, request);
    count(request, answer);
    if (tookMs > longestMs) [longestMs, longest] = [tookMs, curl(world, request)];
    const after = request.kind === 'read' ? state : await readState(world);
    const problem =
      judgeAnswer(request, answer, world) ??
      (tookMs > limitMs ? `it takes ${tookMs.toFixed(0)} ms` : null) ??
      judgeChange(request, state, after);
    if (!isSame(state, after)) changes += 1;
    state = after;
    if (problem) fail(request, problem, answer);
  };

  const fail = (request: HostileRequest, problem: string, answer: Answer) => {
    const shown = `${answer.status} ${answer.body.slice(0, 600)}`;
    const described = `${problem}\n  seed ${seed}, as ${request.as}\n  ${curl(world, request)}\n  ${shown}`;
    const kind = `${problem} ${request.kind === 'read' ? '' : request.target}`;
    if (!problems.has(kind)) options.onProblem?.(described);
    problems.set(kind, described);
    if (problems.size >= maxProblems) throw new EnoughProblemsError();
  };

  try {
    await sendAll();
  } catch (error) {
    if (!(error instanceof EnoughProblemsError)) throw error;
  }
  return {
    problems: [...problems.values()],
    answers,
    longestMs,
    longest,
    reached: reached.size,
    changes,
    compared,
    concurrent,
  };

  async function sendAll(): Promise<void> {
    if (options.isEveryTarget) for (const each of everyTarget(world, seed)) await judge(each);
    for (const each of fc.sample(hostileRequests(world, options.only), { seed, numRuns: options.requests })) {
      await judge(each);
    }

    // Requests of several callers at once must not get each other's answers.
    const burst = fc.array(hostileReads(world, fc.constantFrom<Caller>('visitor', 'memberA', 'memberB', 'reader')), {
      minLength: 12,
      maxLength: 12,
    });
    for (const group of fc.sample(burst, { seed, numRuns: options.bursts })) {
      const sent = await Promise.all(group.map(async (request) => ({ request, answer: await ask(world, request) })));
      for (const { request, answer } of sent) {
        concurrent += 1;
        const problem = judgeAnswer(request, answer, world);
        if (problem) fail(request, `of ${group.length} concurrent requests: ${problem}`, answer);
      }
    }

    // Rows of others must not change any answer: no count, no error, and no row that is left out.
    const reads = fc.sample(hostileReads(world, fc.constantFrom<Caller>('visitor', 'memberA', 'unprovenSuperAdmin')), {
      seed,
      numRuns: options.comparisons,
    });
    const before: string[] = [];
    for (const read of reads) before.push(comparable(await ask(world, read)));
    if (reads.length > 0) await world.change();
    for (const [index, read] of reads.entries()) {
      const answer = await ask(world, read);
      compared += 1;
      if (comparable(answer) !== before[index]) {
        fail(read, `the answer changed from ${before[index]} when the rows of others did`, answer);
      }
    }
  }
}

/** Returns the part of an answer that depends on nothing but the rows: no dates, no ids of the request. */
function comparable({ status, headers, body }: Answer): string {
  return JSON.stringify([status, headers['content-range'], body.replace(/"request_id":"[^"]*"/, '')]);
}

function isSame(before: State, after: State): boolean {
  if (before === after) return true;
  for (const [name, rows] of after) {
    const earlier = before.get(name);
    if (earlier?.size !== rows.size || [...rows.keys()].some((hash) => !earlier.has(hash))) return false;
  }
  return before.size === after.size;
}

/**
 * Sends a request alone, and measures it. With the embedded database, the time of the processor counts if it is
 * shorter, because the whole server runs in this process.
 */
async function measure(world: World, request: HostileRequest): Promise<{ answer: Answer; tookMs: number }> {
  let shortestMs = Infinity;
  let first: Answer | undefined;
  for (let time = 0; time < timesMeasured && shortestMs > limitMs; time += 1) {
    const processor = process.cpuUsage();
    const startMs = performance.now();
    const answer = await ask(world, request);
    const tookMs = performance.now() - startMs;
    const { user, system } = process.cpuUsage(processor);
    first ??= answer;
    shortestMs = Math.min(shortestMs, tookMs, world.isEmbedded ? (user + system) / 1_000 : Infinity);
  }
  return { answer: first ?? (await ask(world, request)), tookMs: shortestMs };
}

async function ask({ server, headers }: World, request: HostileRequest): Promise<Answer> {
  return send(server.url, { ...request, headers: { ...headers[request.as], ...request.headers } });
}

/** Writes a request as a command, without the caller's token. */
function curl({ server }: World, { method, path, headers, body }: HostileRequest): string {
  const given = Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value}'`);
  const data = body === null ? '' : ` -d '${body.slice(0, 1_500)}'`;
  return `curl -X ${method} '${server.url}${path}'${given.join('')}${data}`;
}

/** Writes the figures as a table. */
export function tableOfFigures(figures: HostileFigures): string {
  const columns = ['2xx', '3xx', '4xx', '5xx'];
  return [
    `| requests | ${columns.join(' | ')} |`,
    '| --- | --- | --- | --- | --- |',
    ...[...figures.answers].map(
      ([kind, of]) => `| ${kind} | ${columns.map((column) => of.get(column) ?? 0).join(' | ')} |`,
    ),
  ].join('\n');
}
