import type { Page } from '@playwright/test';

import type { Stage } from '../../packages/segmenter/src/api/stages.ts';

/** Stages in which the segmenter works. */
export type WorkingStage = Exclude<Stage, 'complete'>;

interface ProgressMessage {
  readonly kind?: string;
  readonly progress?: { readonly stage: string };
}

/**
 * Ends the segmenter’s first worker without any event as soon as it reports a stage, as a browser that is out of memory
 * does.
 */
export async function killWorkerAt(page: Page, stage: WorkingStage): Promise<void> {
  await page.addInitScript((fatalStage) => {
    let isArmed = true;
    const Original = Worker;
    Object.assign(window, {
      Worker: class extends Original {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          this.addEventListener('message', ({ data }: MessageEvent<ProgressMessage>) => {
            if (!isArmed || data.progress?.stage !== fatalStage) return;
            isArmed = false;
            this.terminate();
          });
        }
      },
    });
  }, stage);
}

const workerScript = /\/assets\/worker-[\w-]+\.js$/;

/** Memory that a worker asks for at once, in bytes, from which on a refusing worker gets none. */
const refusedBytes = 1 << 18;

/**
 * Makes the segmenter’s worker refuse all larger memory while it is in a stage: arrays, the memory of WebAssembly, and
 * decoded images.
 * @returns a function that makes this worker, and the ones after it, grant memory again.
 */
export async function refuseMemoryAt(page: Page, stage: WorkingStage): Promise<() => Promise<void>> {
  await page.route(workerScript, async (route) => {
    const response = await route.fetch();
    const source = `(${refuseIn.toString()})(${JSON.stringify(stage)}, ${refusedBytes});\n${await response.text()}`;
    await route.fulfill({ response, body: source });
  });
  return async () => {
    await page.unroute(workerScript);
    await page.evaluate(() => new BroadcastChannel('fault-switch').postMessage('off'));
  };
}

/** Runs in the worker, before its own script. The messages of the errors are V8’s own. */
function refuseIn(fatalStage: string, limitBytes: number): void {
  let isRefusing = false;
  let isArmed = true;
  new BroadcastChannel('fault-switch').addEventListener('message', () => {
    isArmed = false;
    isRefusing = false;
  });
  const post = self.postMessage.bind(self) as (message: unknown, transfer: Transferable[]) => void;
  Object.assign(self, {
    postMessage(message: { progress?: { stage: string } }, transfer: Transferable[] = []) {
      if (message.progress) isRefusing = isArmed && message.progress.stage === fatalStage;
      post(message, transfer);
    },
  });
  const refuse = () => {
    throw new RangeError('Array buffer allocation failed');
  };
  const guarded = <T extends new (...given: never[]) => object>(type: T, bytesPerItem: number): T =>
    new Proxy(type, {
      construct(target, given: never[], asked) {
        const [length] = given as unknown[];
        if (isRefusing && typeof length === 'number' && length * bytesPerItem >= limitBytes) refuse();
        return Reflect.construct(target, given, asked) as object;
      },
    });
  Object.assign(self, {
    ArrayBuffer: guarded(ArrayBuffer, 1),
    Uint8Array: guarded(Uint8Array, 1),
    Uint8ClampedArray: guarded(Uint8ClampedArray, 1),
    Uint16Array: guarded(Uint16Array, 2),
    Float32Array: guarded(Float32Array, 4),
  });
  const decode = self.createImageBitmap.bind(self) as (...given: unknown[]) => Promise<ImageBitmap>;
  Object.assign(self, {
    createImageBitmap: (...given: unknown[]) =>
      isRefusing ? Promise.reject(new RangeError('Array buffer allocation failed')) : decode(...given),
  });
  const guardedCall = <T extends (...given: never[]) => unknown>(call: T, message: string): T =>
    new Proxy(call, {
      apply(target, on, given) {
        if (isRefusing) throw new RangeError(message);
        return Reflect.apply(target, on, given) as unknown;
      },
    });
  Object.defineProperty(WebAssembly.Memory.prototype, 'grow', {
    value: guardedCall(Reflect.get(WebAssembly.Memory.prototype, 'grow'), 'WebAssembly.Memory.grow(): failed'),
  });
  WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
    construct(target, given: [WebAssembly.MemoryDescriptor]) {
      if (isRefusing) throw new RangeError('WebAssembly.Memory(): could not allocate memory');
      return new target(...given);
    },
  });
}
