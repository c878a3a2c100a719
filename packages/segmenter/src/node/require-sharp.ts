import { SegmenterError } from '../api/errors.ts';

/**
 * Loads sharp into this thread too. If only the worker thread had loaded this native library, it would be unloaded when that
 * thread ends, while the library's own threads still use it.
 * @throws {SegmenterError} `resource-load-failed` when sharp is not installed, or not for this machine.
 */
export async function requireSharp(): Promise<void> {
  try {
    await import('sharp');
  } catch (cause) {
    throw new SegmenterError('resource-load-failed', `sharp cannot be loaded: ${String(cause)}`, { cause });
  }
}
