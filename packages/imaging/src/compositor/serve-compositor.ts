import { translateError } from '@isola/segmenter';
import { holdLock, loadKernels } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import type { BackgroundDefinition } from '../background/define-background-source.ts';
import type { EncoderDefinition } from '../encode/define-encoder.ts';
import { CompositorError, type CompositorErrorCode } from '../job/compositor-error.ts';
import type { Stage, Task } from '../job/task.ts';
import type { EditDefinition, EditParams } from '../matte/define-edit.ts';
import { closeBitmap } from './close-bitmap.ts';
import { createJobRunner } from './create-job-runner.ts';
import { createImageSession, type ImageSession } from './image-session.ts';
import { type FromCompositor, type Job, type Outcomes, readEdit, readJob, toCompositorSchema } from './protocol.ts';

/** Backgrounds, edits and encoders that a compositor's worker supports. */
export interface CompositorRegistry {
  readonly backgrounds: readonly BackgroundDefinition[];
  readonly edits: readonly EditDefinition[];
  readonly encoders: readonly EncoderDefinition[];
}

const progressIntervalMs = 50;

/**
 * Turns the calling worker into a compositor's worker. The worker's script calls it once.
 *
 * @example
 * import { backgroundSources, editKinds, encoders, serveCompositor } from '@isola/imaging/worker';
 *
 * serveCompositor({ backgrounds: [...backgroundSources, stripes], edits: editKinds, encoders });
 */
export function serveCompositor({ backgrounds, edits, encoders }: CompositorRegistry): void {
  /** The page, as its worker sees it. This file is checked with the types of the DOM, which have no worker scope. */
  const page = self as unknown as Worker;
  const yields = new MessageChannel();
  yields.port1.start();
  const runJob = createJobRunner(backgrounds, encoders);
  const controllers = new Map<number, AbortController>();
  /** Jobs run one after the other, because each may change the state that the next one starts from. */
  let queue: Promise<unknown> = Promise.resolve();
  let session: ImageSession | undefined;

  page.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = toCompositorSchema.parse(data);
    switch (message.kind) {
      case 'open': {
        for (const controller of controllers.values()) controller.abort();
        session?.close();
        const { source, lendsBitmap, lockName } = message;
        session = source === undefined ? undefined : createImageSession(source, lendsBitmap, edits);
        // The kernels are loaded now rather than with the job that needs them, because the network may be gone by then.
        // A job repeats a load that failed.
        loadKernels().catch(() => undefined);
        if (lockName) void holdLock(lockName).then((isLocked) => post({ kind: 'opened', isLocked }));
        break;
      }
      case 'bitmap':
        session?.lend(message.bitmap);
        break;
      case 'ping':
        post({ kind: 'alive' });
        break;
      case 'blob':
        session?.blobs.set(message.number, message.blob);
        break;
      case 'edits':
        if (session) session.edits = [...session.edits.slice(0, message.kept), ...message.added.map(checkedOnce)];
        break;
      case 'abort':
        controllers.get(message.call)?.abort();
        break;
      case 'job': {
        const controller = new AbortController();
        controllers.set(message.call, controller);
        const own = session;
        const sentEdits = own?.edits ?? [];
        const read = () =>
          readJob(
            message.job,
            sentEdits.map((edit) => edit()),
          );
        queue = queue.then(() => serve(message.call, own, read, message.wantsProgress, controller.signal));
        break;
      }
      default:
        message satisfies never;
    }
  });

  function post(message: FromCompositor, transfer: Transferable[] = []): void {
    page.postMessage(message, transfer);
  }

  async function serve(
    call: number,
    own: ImageSession | undefined,
    read: () => Job,
    wantsProgress: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      signal.throwIfAborted();
      const job = read();
      const task: Task = {
        signal,
        async yieldToEventLoop() {
          await nextMessages();
          signal.throwIfAborted();
        },
        report: wantsProgress ? reporter(call) : () => undefined,
      };
      if (!own) throw new CompositorError('processing-failed', 'no image is open');
      const outcome = await runJob(own, job, task);
      if (signal.aborted) closeBitmap(outcome);
      else post({ kind: 'done', call, outcome }, transferablesOf(outcome));
    } catch (error) {
      if (signal.aborted) return;
      post({ kind: 'failed', call, code: codeOf(error), detail: detailOf(error) });
    } finally {
      controllers.delete(call);
    }
  }

  /** Creates a function that posts new and completed stages immediately, and other progress at most every 50 ms. */
  function reporter(call: number): Task['report'] {
    let lastStage: Stage | undefined;
    let lastAtMs = 0;
    return (stage, loaded, total) => {
      const nowMs = performance.now();
      if (stage === lastStage && loaded < total && nowMs - lastAtMs < progressIntervalMs) return;
      lastStage = stage;
      lastAtMs = nowMs;
      post({ kind: 'progress', call, progress: { stage, loaded, total } });
    };
  }

  /** Lets messages be handled that have arrived in the meantime. */
  function nextMessages(): Promise<void> {
    return new Promise((resolve) => {
      yields.port1.addEventListener('message', () => resolve(), { once: true });
      yields.port2.postMessage(undefined);
    });
  }
}

/** Returns a function that checks an edit when it is first called. */
function checkedOnce(unread: unknown): () => EditParams {
  let edit: EditParams | undefined;
  return () => (edit ??= readEdit(unread));
}

/** Lists the buffers and bitmaps that are transferred to the page rather than copied. */
function transferablesOf(outcome: Outcomes[Job['kind']]): Transferable[] {
  if (typeof outcome !== 'object') return [];
  if ('part' in outcome) return outcome.part ? [outcome.part.bitmap] : [];
  if ('bitmap' in outcome) return [outcome.bitmap];
  if ('file' in outcome) return outcome.preview ? [outcome.preview.data.buffer] : [];
  return 'data' in outcome ? [outcome.data.buffer] : [];
}

function codeOf(error: unknown): CompositorErrorCode {
  if (error instanceof CompositorError) return error.code;
  if (error instanceof z.core.$ZodError) return 'processing-failed';
  const { code } = translateError(error);
  switch (code) {
    // An abort by the caller is not reported, so any other abort is a failure.
    case 'aborted':
    // These codes are used only by functions of the segmenter that the compositor does not call.
    case 'no-browser':
    case 'source-unavailable':
    case 'source-tainted':
      return 'processing-failed';
    default:
      return code;
  }
}

function detailOf(error: unknown): string {
  if (error instanceof z.core.$ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}
