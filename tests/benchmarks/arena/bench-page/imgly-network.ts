import { InferenceSession } from 'imgly:onnxruntime-web';

export interface NetworkWatch {
  /** @returns wall time and output of the network's last run. @throws when there was none. */
  lastRun(): { readonly networkMs: number; readonly mask: Float32Array<ArrayBuffer> };
}

/** Wraps img.ly's runtime, because `removeBackground` returns neither the network's time nor its mask. */
export function watchNetwork(): NetworkWatch {
  const { prototype } = InferenceSession;
  const run = prototype.run;
  let last: ReturnType<NetworkWatch['lastRun']> | undefined;
  prototype.run = async function watchedRun(feeds, options) {
    const startedAt = performance.now();
    const results = await run.call(this, feeds, options);
    const networkMs = performance.now() - startedAt;
    last = { networkMs, mask: results.output.data };
    return results;
  };
  return {
    lastRun() {
      if (!last) throw new Error('img.ly did not call the wrapped runtime');
      return last;
    },
  };
}
