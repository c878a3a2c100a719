import { SegmenterError } from '../api/errors.ts';
import { fetchWhole } from '../http/fetch-whole.ts';

/**
 * @returns the file's bytes, not yet compiled.
 * @throws {SegmenterError} `resource-load-failed` when the server has no such file, `network` when it stays out of reach;
 *   the signal's reason.
 */
export async function fetchWasm({ href }: URL, signal?: AbortSignal): Promise<ArrayBuffer> {
  const bytes = await fetchWhole(href, 'resource-load-failed', { signal });
  if (!beginsAsWasm(bytes)) throw new SegmenterError('resource-load-failed', `${href} is no WebAssembly`);
  return bytes;
}

/** A site's not-found page in the file's place is the usual mistake. */
function beginsAsWasm(bytes: ArrayBuffer): boolean {
  return new TextDecoder().decode(bytes.slice(0, 4)) === '\0asm';
}

/** @returns a function that fetches and compiles the file when it is first called; a failure is tried again. */
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
