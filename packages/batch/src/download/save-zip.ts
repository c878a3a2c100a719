import { choosesWhereToSave, chooseWhereToSave, download } from '@isola/editor';
import { makeZip, predictLength } from 'client-zip';

export interface ZipEntry {
  /** Unique within the zip; without folders. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Called when its turn comes, so that files need not be in memory together. */
  readonly read: () => Promise<Blob>;
}

export interface ZipProgress {
  readonly stage: 'zipping';
  /** Bytes of the zip. */
  readonly loaded: number;
  readonly total: number;
}

export interface ZipOptions {
  readonly signal?: AbortSignal | undefined;
  /** At the beginning, with each hundredth, and at the end. */
  readonly onProgress?: ((progress: ZipProgress) => void) | undefined;
}

/** `written` where it was chosen to go, `downloaded` to the browser's folder, or `dismissed` as no place was chosen. */
export type ZipOutcome = 'written' | 'downloaded' | 'dismissed';

const type = 'application/zip';

/**
 * Saves files as one zip. Where the browser lets one choose a place, it is written there as it is made, and no more than a
 * piece of it is in memory; elsewhere the browser holds it until its download is done. To be called while a press is fresh.
 * @param listed the entries, or a function that waits for them: it is called once the place is chosen.
 * @param name of the zip, with its ending.
 * @throws the signal's reason when it is aborted; what `listed` or a `read` throws; and `DOMException` when the place cannot
 *   be written to. Nothing of the zip is left then.
 */
export async function saveZip(
  listed: readonly ZipEntry[] | (() => Promise<readonly ZipEntry[]>),
  name: string,
  { signal, onProgress }: ZipOptions = {},
): Promise<ZipOutcome> {
  signal?.throwIfAborted();
  const entries = () => (typeof listed === 'function' ? listed() : listed);
  if (!choosesWhereToSave()) {
    download(await zipBlob(await entries(), { signal, onProgress }), name);
    return 'downloaded';
  }
  const handle = await chooseWhereToSave(name, type);
  if (!handle) return 'dismissed';
  try {
    signal?.throwIfAborted();
    await zipStream(await entries(), { signal, onProgress }).pipeTo(
      await handle.createWritable(),
      signal && { signal },
    );
    return 'written';
  } catch (error) {
    await removeEmpty(handle);
    throw error;
  }
}

/** The browser puts a large one on the disk by itself. It words every failure of a stream as one of fetching. */
async function zipBlob(entries: readonly ZipEntry[], options: ZipOptions): Promise<Blob> {
  let failure: unknown;
  const watched = entries.map((entry) => ({
    ...entry,
    read: async () => {
      try {
        return await entry.read();
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  }));
  try {
    const zip = await new Response(zipStream(watched, options)).blob();
    options.signal?.throwIfAborted();
    return new Blob([zip], { type });
  } catch (error) {
    options.signal?.throwIfAborted();
    throw failure ?? error;
  }
}

/** The zip's bytes: every file as it is, without compression, since images are compressed already. */
export function zipStream(
  entries: readonly ZipEntry[],
  { signal, onProgress }: ZipOptions = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const total = Number(predictLength(entries.map(({ name, sizeBytes }) => ({ name, size: sizeBytes }))));
  let loaded = 0;
  let reported = -1;
  const report = () => {
    const percent = Math.floor((100 * loaded) / total);
    if (percent === reported) return;
    reported = percent;
    onProgress?.({ stage: 'zipping', loaded, total });
  };
  report();
  return makeZip(filesOf(entries, signal)).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        signal?.throwIfAborted();
        controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
        loaded += chunk.length;
        report();
      },
    }),
  );
}

async function* filesOf(entries: readonly ZipEntry[], signal: AbortSignal | undefined) {
  const lastModified = new Date();
  for (const { name, read } of entries) {
    signal?.throwIfAborted();
    yield { name, input: await read(), lastModified };
  }
}

/** The picker makes a file of no bytes for a new name; one that was there before keeps its content. */
async function removeEmpty(handle: FileSystemFileHandle & { readonly remove?: () => Promise<void> }): Promise<void> {
  try {
    if ((await handle.getFile()).size === 0) await handle.remove?.();
  } catch {
    // The failure that brought us here is the one to report.
  }
}
