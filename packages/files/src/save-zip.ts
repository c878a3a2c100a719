import { makeZip, predictLength } from 'client-zip';

import { download } from './download.ts';
import { choosesWhereToSave, chooseWhereToSave } from './save-in-place.ts';

export interface ZipEntry {
  /** File name without folders, unique within the zip. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Reads the file. Called when the zip reaches this entry, so that the files are not in memory at the same time. */
  readonly read: () => Promise<Blob>;
}

export interface ZipProgress {
  readonly stage: 'zipping';
  /** Number of written bytes of the zip. */
  readonly loaded: number;
  /** Size of the complete zip, in bytes. */
  readonly total: number;
}

export interface ZipOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called at the beginning, after each percent, and at the end. */
  readonly onProgress?: ((progress: ZipProgress) => void) | undefined;
}

/**
 * Result of saving: `written` to the chosen file, `downloaded` by the browser, or `dismissed` when the user closed the
 * file picker.
 */
export type ZipOutcome = 'written' | 'downloaded' | 'dismissed';

const type = 'application/zip';

/**
 * Saves files as one zip. In browsers with a file picker, the zip is streamed to the chosen file, and only a small part
 * of it is in memory. In other browsers, the browser holds the whole zip until its download is complete.
 *
 * Has to be called from a user gesture, which the file picker requires.
 * @param listed the entries, or a function that waits for them. The function is called once the file is chosen.
 * @param name file name of the zip, with its extension.
 * @throws the signal's reason when it is aborted; errors of `listed` and `read`; `DOMException` when the file cannot be
 *   written. No part of the zip is left behind then.
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

/**
 * Writes a zip into a blob, which browsers move to disk when it is large.
 * @throws the signal's reason when it is aborted; errors of `read`.
 */
export async function zipBlob(entries: readonly ZipEntry[], options: ZipOptions = {}): Promise<Blob> {
  // `Response.blob()` reports every failure of its stream as a network error, so the original error is recorded.
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

/** Streams the bytes of a zip. Files are stored without compression, because images are already compressed. */
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

/**
 * Removes the empty file that the picker creates for a new name. An existing file keeps its content after a failed
 * write.
 */
async function removeEmpty(handle: FileSystemFileHandle & { readonly remove?: () => Promise<void> }): Promise<void> {
  try {
    if ((await handle.getFile()).size === 0) await handle.remove?.();
  } catch {
    // The caller reports the original failure, which matters more than this one.
  }
}
