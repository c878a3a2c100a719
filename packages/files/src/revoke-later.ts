/**
 * Time that a browser, or the program that receives a dragged file, has to start reading an object URL. Until it is
 * revoked, the URL keeps the whole file in memory.
 */
const urlLifetimeMs = 60_000;

/** Revokes the object URL of a saved file, late enough for its reader to have started. */
export function revokeLater(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}
