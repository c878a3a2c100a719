import type { Rendering } from '../rendering/create-rendering.ts';

/**
 * Copies the result to the clipboard as a PNG.
 * @throws an error when the result cannot be written, or when the browser does not allow it.
 */
export async function copyResult(rendering: Pick<Rendering, 'writePng'>, signal: AbortSignal): Promise<void> {
  // The promise itself is passed to the clipboard, because Safari allows writing only within the handler of a user's
  // action.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': rendering.writePng(signal) })]);
}
