import { SegmenterError } from '../api/errors.ts';
import type { OnEvent } from '../api/events.ts';
import type { ResolvedOptions } from '../api/options.ts';
import type { Answer, CallContent } from './pending-calls.ts';
import type { Transport, TransportCall } from './transport.ts';
import { type CreateWorker, connectWorker, type WorkerConnection, WorkerEndedError } from './worker-connection.ts';

/** Smallest device memory, in GiB, with which a second image is decoded while one is processed (4 bytes per pixel). */
const minGibForTwoPictures = 4;

/**
 * Runs the pipeline in a module worker. The first call starts it, and the next call starts a new one after it has ended.
 *
 * - An abort rejects its call at once. A worker that does not answer the abort within one second is ended.
 * - When a thread of the engine is lost, the worker is ended and the call is repeated in a new worker with half the threads.
 * - Every call may reject with `WorkerLostError`.
 */
export function createWorkerClient(options: ResolvedOptions, onEvent: OnEvent, createWorker?: CreateWorker): Transport {
  let connection: WorkerConnection | undefined;
  let { threads } = options;
  let lastTicket = 0;
  /** Tickets of the images that the current worker decodes ahead and that no call has taken yet. */
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

  /** Makes a request, and repeats it in a new worker if this side has ended the worker before the answer. */
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
      // Only a running worker decodes ahead. Otherwise the image is decoded in its turn.
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
        // The worker gets a copy of a bitmap, because transferring the caller's bitmap would make it unusable.
        const copy = 'close' in source ? await createImageBitmap(source) : undefined;
        const content: CallContent = { kind: 'segment', source: copy ?? source, request, ticket };
        try {
          return await each.request(content, copy ? [copy] : [], call, () => ticket && tickets.delete(ticket));
        } finally {
          // Closing has no effect on a transferred bitmap.
          copy?.close();
        }
      });
      if (answer.kind === 'segmented') return answer.segmentation;
      throw answer.kind === 'failed'
        ? failure(answer)
        : new SegmenterError('processing-failed', `the worker answered ‘${answer.kind}’ to a call`);
    },

    dispose: () => connection?.close(),
  };
}

function failure({ code, detail }: Extract<Answer, { kind: 'failed' }>): SegmenterError {
  return new SegmenterError(code, detail);
}
