/** Waits for a write. An error is reported to the page and becomes the outcome `no-storage`. */
export async function reportFailure<Outcome>(writing: Promise<Outcome>): Promise<Outcome | 'no-storage'> {
  try {
    return await writing;
  } catch (error) {
    reportError(error);
    return 'no-storage';
  }
}
