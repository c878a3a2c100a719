/** The part of an IndexedDB transaction that `writeWithin` uses. */
interface Transaction {
  readonly done: Promise<void>;
  readonly error: DOMException | null;
  readonly abort: () => void;
}

/**
 * Runs writes within an IndexedDB transaction, and waits for its end. Either all writes happen, or none.
 * @returns the result of `act`.
 * @throws the first error. Nothing is written then.
 */
export async function writeWithin<Within extends Transaction, Result>(
  transaction: Within,
  act: (transaction: Within) => Promise<Result>,
): Promise<Result> {
  const { done } = transaction;
  // `done` is awaited below. Until then an error must not be reported as an unhandled rejection.
  done.catch(() => undefined);
  try {
    const result = await act(transaction);
    await done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // The transaction has ended by itself.
    }
    await done.catch(() => undefined);
    throw transaction.error ?? error;
  }
}
