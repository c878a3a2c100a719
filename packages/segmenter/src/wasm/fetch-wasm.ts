import { SegmenterError } from '../api/errors.ts';
import { fetchWhole } from '../http/fetch-whole.ts';

/**
 * Fetches a WebAssembly file.
 * @returns the file's bytes, not yet compiled.
 * @throws {SegmenterError} `resource-load-failed` when the server does not have the file, `network` when it cannot be
 *   reached; the signal's reason.
 */
export async function fetchWasm({ href }: URL, signal?: AbortSignal): Promise<ArrayBuffer> {
  const bytes = await fetchWhole(href, 'resource-load-failed', { signal });
  if (!beginsAsWasm(bytes)) throw new SegmenterError('resource-load-failed', `${href} is not a WebAssembly file`);
  return bytes;
}

/** Checks for the magic number of WebAssembly. A common mistake is a site's not-found page in place of the file. */
function beginsAsWasm(bytes: ArrayBuffer): boolean {
  return new TextDecoder().decode(bytes.slice(0, 4)) === '\0asm';
}

/**
 * Returns a function that fetches and compiles the file on its first call. After a failure, the next call tries again.
 */
export function compiledOnce(file: URL): () => Promise<WebAssembly.Module> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  return () => {
    compiled ??= fetchWasm(file)
      .then((bytes) => WebAssembly.compile(bytes))
      .catch((error: unknown) => {
        compiled = undefined;
        throw error;
      });
    return compiled;
  };
}
