/** Between one try and the next. A disk that is busy, or a process of the browser that begins anew, needs no longer as a rule. */
const pausesMs = [40, 200, 600];

/** Names of errors that another try cannot mend. */
const finalNames: ReadonlySet<string> = new Set([
  'QuotaExceededError',
  'SecurityError',
  'NotSupportedError',
  'VersionError',
]);

/** Does something with the browser's storage, and does it again where the browser fails. @throws what the last try threw. */
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
