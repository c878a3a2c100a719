import { readFile } from 'node:fs/promises';

const { fetch: fetchAddress } = globalThis;

/** Extends Node's `fetch` with `file:` addresses. A missing file is answered with the status 404. */
export async function fetchFileOrAddress(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address);
  if (url.protocol !== 'file:') return fetchAddress(address, init);
  try {
    return new Response(await readFile(url, { signal: init.signal ?? undefined }));
  } catch (error) {
    init.signal?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Response(null, { status: 404 });
    throw error;
  }
}
