/**
 * Makes a segmenter's worker block in the stage that its name contains. It then handles no message, not even an abort. This
 * must be imported before the worker's script.
 */
import type { DeafStage } from './deaf-stage.ts';

const stage = globalThis.name as DeafStage;

/** Notifies the page and blocks forever. */
function block(): never {
  globalThis.postMessage({ kind: 'deaf' });
  const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  Atomics.wait(new Int32Array(buffer), 0, 0);
  throw new Error('nothing wakes it');
}

/** Replaces a kernel in the instances that export it, except in the first `afterInstances` ones. */
function blockIn(kernel: string, afterInstances = 0, instead: () => number = block): void {
  const instantiate = WebAssembly.instantiate.bind(WebAssembly) as (...values: unknown[]) => Promise<unknown>;
  let instances = 0;
  Object.assign(WebAssembly, {
    async instantiate(...values: unknown[]) {
      const instance = (await instantiate(...values)) as WebAssembly.Instance;
      if (!(kernel in instance.exports)) return instance;
      instances += 1;
      return instances > afterInstances ? { exports: { ...instance.exports, [kernel]: instead } } : instance;
    },
  });
}

switch (stage) {
  case 'download':
    globalThis.fetch = block;
    break;
  case 'compile':
    Object.assign(WebAssembly, { compile: block });
    break;
  case 'preprocess':
    OffscreenCanvas.prototype.convertToBlob = block;
    break;
  case 'segment':
    // The first instance runs the self-test.
    blockIn('maxPool', 1);
    break;
  case 'refine':
    blockIn('guidedMatte');
    break;
  case 'encode':
    blockIn('deflateStrip');
    break;
  case 'threads':
    blockIn('awaitBarrier', 1, () => 0);
    break;
  default:
    stage satisfies never;
}
