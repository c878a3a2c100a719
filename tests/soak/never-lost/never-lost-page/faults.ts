import { createRandom } from '../../../../packages/segmenter/test/random.ts';

/**
 * Kinds of storage faults.
 *
 * | kind | effect |
 * | --- | --- |
 * | `once` | each function fails on its first call |
 * | `often` | one call in five fails, and one listing in five is empty |
 * | `slow` | each call takes up to 40 ms longer |
 * | `full` | nothing can be written |
 * | `no-files` | no file and no folder is found |
 * | `no-database` | the database does not open |
 */
export const faultKinds = ['none', 'once', 'often', 'slow', 'full', 'no-files', 'no-database'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Faults {
  readonly kind: FaultKind;
  readonly seed: number;
}

type Call = (this: unknown, ...values: unknown[]) => unknown;

const reads: readonly (readonly [object, string])[] = [
  [StorageManager.prototype, 'getDirectory'],
  [FileSystemDirectoryHandle.prototype, 'getDirectoryHandle'],
  [FileSystemDirectoryHandle.prototype, 'getFileHandle'],
  [FileSystemFileHandle.prototype, 'getFile'],
];
const listings: readonly (readonly [object, string])[] = [
  [FileSystemDirectoryHandle.prototype, 'keys'],
  [FileSystemDirectoryHandle.prototype, 'entries'],
];
const writes: readonly (readonly [object, string])[] = [
  [FileSystemFileHandle.prototype, 'createWritable'],
  [FileSystemWritableFileStream.prototype, 'write'],
  [FileSystemDirectoryHandle.prototype, 'removeEntry'],
];
const databaseReads: readonly (readonly [object, string])[] = [
  [IDBDatabase.prototype, 'transaction'],
  [IDBObjectStore.prototype, 'get'],
  [IDBObjectStore.prototype, 'getAll'],
  [IDBObjectStore.prototype, 'getAllKeys'],
];
const databaseWrites: readonly (readonly [object, string])[] = [
  [IDBObjectStore.prototype, 'put'],
  [IDBObjectStore.prototype, 'delete'],
];
const opening: readonly (readonly [object, string])[] = [[IDBFactory.prototype, 'open']];

const failure = () => new DOMException('a fault of this soak', 'UnknownError');
const notFound = () => new DOMException('a fault of this soak', 'NotFoundError');
const noRoom = () => new DOMException('a fault of this soak', 'QuotaExceededError');

/** Wraps the browser's own functions. @returns a function that ends the faults. */
export function injectFaults({ kind, seed }: Faults): () => void {
  const random = createRandom(seed);
  let areOn = true;

  function wrap(functions: readonly (readonly [object, string])[], change: (call: () => unknown) => unknown): void {
    for (const [prototype, name] of functions) {
      const original = Reflect.get(prototype, name) as Call;
      let calls = 0;
      const wrapped: Call = function (this: unknown, ...values) {
        calls += 1;
        const call = () => Reflect.apply(original, this, values);
        if (!areOn || (kind === 'once' && calls > 1)) return call();
        return change(call);
      };
      Reflect.set(prototype, name, wrapped);
    }
  }

  const rejects = (reason: () => DOMException) => () => Promise.reject(reason());
  const throws = (reason: () => DOMException) => () => {
    throw reason();
  };
  const sometimes = (act: () => unknown) => (call: () => unknown) => (random.integer(1, 5) === 1 ? act() : call());
  const later = async (call: () => unknown) => {
    await new Promise((resolve) => setTimeout(resolve, random.integer(0, 40)));
    return call();
  };
  const empty = () => (async function* nothing() {})();

  switch (kind) {
    case 'none':
      break;
    case 'once':
      wrap([...reads, ...writes], rejects(failure));
      wrap([...listings, ...databaseReads, ...databaseWrites, ...opening], throws(failure));
      break;
    case 'often':
      wrap([...reads, ...writes], sometimes(rejects(notFound)));
      wrap(listings, sometimes(empty));
      wrap([...databaseReads, ...databaseWrites, ...opening], sometimes(throws(failure)));
      break;
    case 'slow':
      wrap([...reads, ...writes], later);
      break;
    case 'full':
      wrap(writes.slice(0, 2), rejects(noRoom));
      wrap(databaseWrites.slice(0, 1), throws(noRoom));
      break;
    case 'no-files':
      wrap(reads.slice(1), rejects(notFound));
      break;
    case 'no-database':
      wrap(opening, throws(failure));
      break;
    default:
      kind satisfies never;
  }
  return () => (areOn = false);
}
