import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Runs the garbage collector at once. Objects whose `WeakRef` was read in the current job are kept until it ends. */
export const collectGarbage = runInNewContext('gc') as () => void;
