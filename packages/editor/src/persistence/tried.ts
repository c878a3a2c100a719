/**
 * Pauses between tries, in milliseconds. A busy disk or a restarting browser process is usually ready within this time.
 */
const pausesMs = [40, 200, 600];

/** Names of errors that another try cannot fix. */
const finalNames: ReadonlySet<string> = new Set([
  'QuotaExceededError',
  'SecurityError',
  'NotSupportedError',
  'VersionError',
]);

/**
 * Runs an action on the browser's storage, and repeats it after a `DOMException` that another try may fix.
 * @throws the error of the last try.
 */
export async function tried<Result>(act: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await act();
    } catch (error) {
      const reason = error instanceof Error && error.cause instanceof DOMException ? error.cause : error;
      if (!(reason instanceof DOMException) || finalNames.has(reason.name)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return act();
}
