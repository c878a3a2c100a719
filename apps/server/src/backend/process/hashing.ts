import bcrypt from 'bcrypt';

/** Call of bcrypt by this server or the embedded library. */
export type HashTask =
  | { readonly kind: 'hash'; readonly text: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly text: string; readonly hash: string };

/** Hash of a text, or whether a text matches a hash. */
export type HashResult = string | boolean;

/** Runs a call of bcrypt in Node's thread pool. */
export function hashHere(task: HashTask): Promise<HashResult> {
  return task.kind === 'hash' ? bcrypt.hash(task.text, task.cost) : bcrypt.compare(task.text, task.hash);
}

/**
 * Redirects all calls of bcrypt in this thread, including those of the embedded library, to another thread. bcrypt is
 * native: when a thread ends during one of its hashes, the result throws in a thread that no longer exists, and Node
 * ends the whole process. The backend's thread may be ended at any time, so it must do no native work.
 */
export function hashElsewhere(ask: (task: HashTask) => Promise<HashResult>): void {
  Object.assign(bcrypt, {
    hash: (text: string, cost: number) => ask({ kind: 'hash', text, cost }),
    compare: (text: string, hash: string) => ask({ kind: 'compare', text, hash }),
  });
}
