import { CompositorError } from './compositor-error.ts';
import type { Composition, CompositorErrorCode, FromCompositor, Job, ToCompositor } from './compositor-protocol.ts';
import { compose } from './compose.ts';
import { encode, encodeMatte } from './encode.ts';

/** More pixels than this along a side no screen shows at once. */
const mostPreviewSidePx = 2560;

/** The page, as its worker sees it; the library of types that has this scope has no pages. */
const page = self as unknown as Worker;

const turns = new MessageChannel();
turns.port1.start();
let encoding: Promise<unknown> = Promise.resolve();
const running = new Map<number, AbortController>();
/** The composition before: another format or quality needs no new one. */
let last: { readonly key: string; readonly canvas: OffscreenCanvas } | undefined;

page.addEventListener('message', ({ data }: MessageEvent<ToCompositor>) => {
  if (data.kind === 'abort') running.get(data.call)?.abort();
  else void serve(data.call, data.job);
});

async function serve(call: number, job: Job): Promise<void> {
  const own = new AbortController();
  running.set(call, own);
  const say = (message: FromCompositor, moved: Transferable[] = []) => page.postMessage(message, moved);
  try {
    const file = await work(job, own.signal, (bitmap) => say({ kind: 'preview', call, bitmap }, [bitmap]));
    if (!own.signal.aborted) say({ kind: 'file', call, file });
  } catch (error) {
    if (own.signal.aborted) return;
    const code = error instanceof CompositorError ? error.code : codeOf(error);
    say({ kind: 'failed', call, code, detail: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(call);
  }
}

async function work(job: Job, signal: AbortSignal, onPreview: (bitmap: ImageBitmap) => void): Promise<Blob> {
  if (job.kind === 'matte') return encodeMatte(job.matte);
  const canvas = await composed(job.composition, job.key, signal);
  if (job.preview) onPreview(await previewOf(canvas));
  // One at a time: a browser cannot be stopped at this, and a hand on the slider asks for many.
  const before = encoding;
  const file = before
    .catch(() => undefined)
    .then(() => {
      signal.throwIfAborted();
      return encode(canvas, job.encoding);
    });
  encoding = file;
  return file;
}

async function composed(composition: Composition, key: string, signal: AbortSignal): Promise<OffscreenCanvas> {
  if (last?.key === key) return last.canvas;
  // Given up before the next one is made: two would be in memory.
  last = undefined;
  const canvas = await compose(composition, async () => {
    await nextTurn();
    signal.throwIfAborted();
  });
  last = { key, canvas };
  return canvas;
}

function previewOf(canvas: OffscreenCanvas): Promise<ImageBitmap> {
  const scale = Math.min(1, mostPreviewSidePx / Math.max(canvas.width, canvas.height));
  if (scale === 1) return createImageBitmap(canvas);
  return createImageBitmap(canvas, { resizeWidth: Math.round(canvas.width * scale), resizeQuality: 'high' });
}

/** Lets the messages in that have come meanwhile. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    turns.port1.addEventListener('message', () => resolve(), { once: true });
    turns.port2.postMessage(undefined);
  });
}

function codeOf(error: unknown): CompositorErrorCode {
  return error instanceof RangeError ? 'out-of-memory' : 'processing-failed';
}
