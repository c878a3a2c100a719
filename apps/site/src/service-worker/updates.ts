/**
 * Messages between pages and service workers, which may be of different builds. A page keeps its own build until it is
 * loaded again. The worker of a newer build waits until a page lets it take over, or until all pages are closed.
 */

/** Longest wait for an answer, in milliseconds. A page or worker of a build without the message does not answer. */
const maxAnswerMs = 5_000;

/** Order of a page to a waiting worker: it answers the requests of all pages from now on. */
export interface TakeOverOrder {
  readonly takeOver: true;
}

/**
 * Question of a page to a worker: does the worker’s build contain these scripts? It is answered with a boolean through
 * the message’s port. Names of scripts contain hashes, so that only the page’s own build contains all of them.
 */
export interface BuildQuestion {
  /** Paths of the scripts in the page’s document. */
  readonly scripts: readonly string[];
}

/**
 * Order of a page to the active worker: it deletes the caches of builds that no open page and no waiting worker needs.
 * It is answered with `true` when that is done.
 */
export interface FreeOrder {
  /** Paths of the scripts in the document of the page that gives the order. */
  readonly freeAllBut: readonly string[];
}

/**
 * Question of a worker to a waiting worker, answered with the name of its cache, or to a page, answered with the paths
 * of the scripts in its document.
 */
export interface NeedQuestion {
  readonly needs: 'cache' | 'scripts';
}

/** Page or worker that can be sent a message with a port for its answer. */
export interface Addressee {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/**
 * Sends a message and waits for the answer.
 * @returns undefined when no answer arrives in time.
 */
export function ask<Answer>(
  addressee: Addressee,
  message: BuildQuestion | FreeOrder | NeedQuestion,
  waitMs = maxAnswerMs,
): Promise<Answer | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<Answer | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), waitMs);
    port1.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer);
      resolve(data);
    });
    port1.start();
    addressee.postMessage(message, [port2]);
  }).finally(() => port1.close());
}

/** Returns the paths of the scripts in this page’s document. */
export function documentScripts(): string[] {
  return Array.from(
    document.querySelectorAll<HTMLScriptElement>('script[type=module][src]'),
    ({ src }) => new URL(src).pathname,
  );
}

export function isTakeOverOrder(data: unknown): data is TakeOverOrder {
  return typeof data === 'object' && data !== null && 'takeOver' in data;
}

export function isBuildQuestion(data: unknown): data is BuildQuestion {
  return typeof data === 'object' && data !== null && 'scripts' in data && Array.isArray(data.scripts);
}

export function isFreeOrder(data: unknown): data is FreeOrder {
  return typeof data === 'object' && data !== null && 'freeAllBut' in data && Array.isArray(data.freeAllBut);
}

export function isNeedQuestion(data: unknown): data is NeedQuestion {
  return typeof data === 'object' && data !== null && 'needs' in data;
}
