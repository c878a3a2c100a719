import type { Rendering } from '../rendering/create-rendering.ts';

/**
 * Puts the result into the clipboard, as a PNG.
 * @throws where the result cannot be written, and where the browser does not allow it.
 */
export async function copyResult(rendering: Pick<Rendering, 'writePng'>, signal: AbortSignal): Promise<void> {
  // The promise itself goes into the clipboard: Safari allows writing only in the handler of the press.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': rendering.writePng(signal) })]);
}
