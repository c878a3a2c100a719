import { CompositorError } from '../job/compositor-error.ts';

/**
 * Loads a part of an encoder that is fetched when its format is first used.
 * @throws {CompositorError} `encoder-load-failed` when the part cannot be fetched. The next call tries again.
 */
export async function loadEncoder<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new CompositorError('encoder-load-failed', detailOf(cause), { cause });
  }
}

/** Fetches and compiles a WebAssembly file. @throws an error when the server does not have it or cannot be reached. */
export async function fetchModule({ href }: URL): Promise<WebAssembly.Module> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href} answered ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

function detailOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
