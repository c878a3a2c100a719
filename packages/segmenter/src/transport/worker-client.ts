import { SegmenterError } from '../api/errors.ts';
import type { OnEvent } from '../api/events.ts';
import type { ResolvedOptions } from '../api/options.ts';
import type { Transport, TransportCall } from './transport.ts';
import {
  type Answer,
  type CallContent,
  type CreateWorker,
  connectWorker,
  type WorkerConnection,
  WorkerEndedError,
} from './worker-connection.ts';

/** A decoded picture takes four bytes a pixel, beside the one that is worked on. */
const minGibForTwoPictures = 4;

/**
 * Runs the pipeline in a module worker, which the first call starts, and the next one after it has died or was ended.
 *
 * - An abort rejects its call at once. A worker that does not answer it within a second is ended.
 * - Where a thread of the engine is lost the worker is ended, and the call repeated in a new one with half the threads.
 * - Every call may reject with `WorkerLostError`.
 */
export function createWorkerClient(options: ResolvedOptions, onEvent: OnEvent, createWorker?: CreateWorker): Transport {
  let connection: WorkerConnection | undefined;
  let { threads } = options;
  let lastTicket = 0;
  /** What the present worker was asked to decode and no call has taken yet. */
  const tickets = new Set<number>();

  function connect(): WorkerConnection {
    const isFewer = threads < options.threads;
    const connected = connectWorker(
      { ...options, threads, ...(isFewer && threads === 1 && { threadsReason: 'lost' as const }) },
      {
        onEnd() {
          if (connection !== connected) return;
          connection = undefined;
          tickets.clear();
        },
        onEvent,
        onThreadLost() {
          threads = Math.max(1, Math.floor(threads / 2));
        },
      },
      createWorker,
    );
    return connected;
  }

  /** @param attempt one request; made again in a new worker where this side ended the worker before the answer. */
  async function repeated<T>(
    { signal }: TransportCall,
    attempt: (connection: WorkerConnection) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      try {
        return await attempt((connection ??= connect()));
      } catch (error) {
        if (!(error instanceof WorkerEndedError)) throw error;
      }
    }
  }

  return {
    async warmUp(call) {
      const answer = await repeated(call, (each) => each.request({ kind: 'warm-up' }, [], call));
      if (answer.kind === 'failed') throw failure(answer);
    },

    decodeAhead(source) {
      // Only a worker that runs is asked; another one decodes the picture in its turn.
      if (!connection || !(source instanceof Blob) || options.deviceMemoryGib < minGibForTwoPictures) return undefined;
      const ticket = ++lastTicket;
      tickets.add(ticket);
      connection.post({ kind: 'decode-ahead', ticket, source });
      return ticket;
    },

    dropAhead(ticket) {
      if (tickets.delete(ticket)) connection?.post({ kind: 'drop-ahead', ticket });
    },

    async segment(source, request, call, ticket) {
      const answer = await repeated(call, async (each) => {
        // A bitmap is transferred, and the caller's stays usable: the worker gets a copy.
        const copy = 'close' in source ? await createImageBitmap(source) : undefined;
        const content: CallContent = { kind: 'segment', source: copy ?? source, request, ticket };
        try {
          return await each.request(content, copy ? [copy] : [], call, () => ticket && tickets.delete(ticket));
        } finally {
          // Without effect on one that was transferred.
          copy?.close();
        }
      });
      if (answer.kind === 'segmented') return answer.segmentation;
      throw answer.kind === 'failed'
        ? failure(answer)
        : new SegmenterError('processing-failed', `the worker answered ‘${answer.kind}’ to a picture`);
    },

    dispose: () => connection?.close(),
  };
}

function failure({ code, detail }: Extract<Answer, { kind: 'failed' }>): SegmenterError {
  return new SegmenterError(code, detail);
}
