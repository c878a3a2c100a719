import bcrypt from 'bcrypt';

/** A question to bcrypt, as this server and the embedded library ask it. */
export type HashTask =
  | { readonly kind: 'hash'; readonly text: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly text: string; readonly hash: string };

/** A hash, or whether a text is the one that was hashed. */
export type HashResult = string | boolean;

/** Hashes on the threads that Node keeps for such work. */
export function hashHere(task: HashTask): Promise<HashResult> {
  return task.kind === 'hash' ? bcrypt.hash(task.text, task.cost) : bcrypt.compare(task.text, task.hash);
}

/**
 * Has another thread do all that this one asks of bcrypt, the embedded library's calls among them. bcrypt is native: where
 * a thread ends while a hash of its own is under way, the answer throws in a thread that is gone, and Node ends the whole
 * process. The backend's thread may be ended at any time, so it must have no native work.
 */
export function hashElsewhere(ask: (task: HashTask) => Promise<HashResult>): void {
  Object.assign(bcrypt, {
    hash: (text: string, cost: number) => ask({ kind: 'hash', text, cost }),
    compare: (text: string, hash: string) => ask({ kind: 'compare', text, hash }),
  });
}
