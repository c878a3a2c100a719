import { translateError } from '@isola/segmenter';

import { CompositorError } from './compositor-error.ts';
import {
  type ComposedView,
  type CompositorErrorCode,
  type Fineness,
  type FromCompositor,
  type Job,
  type Look,
  type Outcomes,
  type Sources,
  type ToCompositor,
  withPictures,
} from './compositor-protocol.ts';
import { context2d } from './context-2d.ts';
import { readKeptMetadata } from './file/read-kept-metadata.ts';
import { writeFile, writeMatte } from './file/write-file.ts';
import { type OpenPhoto, openPhoto, type Turn } from './open-photo.ts';
import type { Raster } from './raster.ts';

/** What a screen is given at most: more no window shows but at a zoom at which a part is seen. */
const mostViewPixels = 16_777_216;

/** The page, as its worker sees it; the library of types that has this scope has no pages. */
const page = self as unknown as Worker;

const turns = new MessageChannel();
turns.port1.start();
const pictures = new Map<number, Blob>();
const waiting = new Map<number, AbortController>();
/** One job after the other: each may change what the next one starts from. */
let line: Promise<unknown> = Promise.resolve();
let opened: { readonly photo: OpenPhoto; readonly sources: Sources } | undefined;
/** The composition before: another format or quality needs no new one. */
let last: { readonly key: string; readonly raster: Raster } | undefined;

page.addEventListener('message', ({ data }: MessageEvent<ToCompositor>) => {
  switch (data.kind) {
    case 'open':
      opened = { photo: openPhoto(data.sources), sources: data.sources };
      void holdLock(data.lockName).then((isLocked) => post({ kind: 'opened', isLocked }));
      break;
    case 'are-you-there':
      post({ kind: 'alive' });
      break;
    case 'picture':
      pictures.set(data.number, data.picture);
      break;
    case 'abort':
      waiting.get(data.call)?.abort();
      break;
    case 'job': {
      const own = new AbortController();
      waiting.set(data.call, own);
      line = line.then(() => serve(data.call, data.job, own.signal));
      break;
    }
    default:
      data satisfies never;
  }
});

function post(message: FromCompositor, transfer: Transferable[] = []): void {
  page.postMessage(message, transfer);
}

/** @returns whether the lock is held; only the end of this worker lets it go. Insecure origins have no locks. */
function holdLock(name: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve(false);
  return new Promise((resolve) => {
    const held = () => {
      resolve(true);
      return new Promise(() => undefined);
    };
    locks.request(name, held).catch(() => resolve(false));
  });
}

async function serve(call: number, job: Job<number>, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted();
    const outcome = await work(withPictures(job, pictureOf), signal);
    post({ kind: 'done', call, outcome }, movedWith(outcome));
  } catch (error) {
    if (signal.aborted) return;
    const detail = error instanceof Error ? error.message : String(error);
    post({ kind: 'failed', call, code: codeOf(error), detail });
  } finally {
    waiting.delete(call);
  }
}

async function work(job: Job, signal: AbortSignal): Promise<Outcomes[Job['kind']]> {
  if (!opened) throw new CompositorError('processing-failed', 'no photo is open');
  const { photo, sources } = opened;
  const turn: Turn = async () => {
    await nextTurn();
    signal.throwIfAborted();
  };
  switch (job.kind) {
    case 'refine':
      return photo.refine(job.edits, turn);
    case 'compose': {
      const raster = await composed(photo, job.look, job.key, job.fineness, turn);
      return viewOf(raster, job.fineness);
    }
    case 'write': {
      const raster = await composed(photo, job.look, job.key, 'full', turn);
      const metadata = job.encoding.keepsMetadata ? await readKeptMetadata(sources.original) : undefined;
      return writeFile(raster, job.encoding, { signal, turn, metadata });
    }
    case 'write-matte':
      return writeMatte(await photo.editedMatte(job.edits, turn), turn);
    case 'matte':
      return photo.editedMatte(job.edits, turn);
    case 'measure-fringe':
      return photo.measureFringe(job.edits, turn);
    default:
      return job satisfies never;
  }
}

async function composed(photo: OpenPhoto, look: Look, key: string, fineness: Fineness, turn: Turn): Promise<Raster> {
  if (fineness === 'draft') return photo.compose(look, 'draft', turn);
  if (last?.key === key) return last.raster;
  // Given up before the next one is made: two would be in memory.
  last = undefined;
  const raster = await photo.compose(look, 'full', turn);
  last = { key, raster };
  return raster;
}

function pictureOf(number: number): Blob {
  const picture = pictures.get(number);
  if (!picture) throw new CompositorError('processing-failed', `there is no picture ${number}`);
  return picture;
}

async function viewOf({ widthPx, heightPx, data }: Raster, fineness: Fineness): Promise<ComposedView> {
  const image = new ImageData(data, widthPx, heightPx);
  const scale = Math.min(1, Math.sqrt(mostViewPixels / (widthPx * heightPx)));
  if (scale === 1) return { bitmap: await createImageBitmap(image), fineness };
  const canvas = context2d(widthPx, heightPx, true);
  canvas.putImageData(image, 0, 0);
  const resizeWidth = Math.floor(widthPx * scale);
  return { bitmap: await createImageBitmap(canvas.canvas, { resizeWidth, resizeQuality: 'high' }), fineness };
}

/** Pixels change hands rather than being copied. */
function movedWith(outcome: Outcomes[Job['kind']]): Transferable[] {
  if (typeof outcome !== 'object') return [];
  if ('part' in outcome) return outcome.part ? [outcome.part.bitmap] : [];
  if ('bitmap' in outcome) return [outcome.bitmap];
  return 'data' in outcome ? [outcome.data.buffer] : [];
}

/** Lets the messages in that have come meanwhile. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    turns.port1.addEventListener('message', () => resolve(), { once: true });
    turns.port2.postMessage(undefined);
  });
}

function codeOf(error: unknown): CompositorErrorCode {
  if (error instanceof CompositorError) return error.code;
  const { code } = translateError(error);
  // Nobody has asked for this one.
  return code === 'aborted' ? 'processing-failed' : code;
}
