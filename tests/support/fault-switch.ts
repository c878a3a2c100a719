import type { Page } from '@playwright/test';

import type { Stage } from '../../packages/segmenter/src/api/stages.ts';
import { script } from './wire.ts';

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

/** Script for the wire: no page and no worker has memory that threads can share. */
export const withoutSharedMemory = script(() => {
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
});

/** Script for the wire: no page and no worker has WebGPU or WebGL. */
export const withoutGraphicsCard = script(() => {
  const scope = globalThis as unknown as Record<string, { readonly prototype: object } | undefined>;
  for (const name of ['Navigator', 'WorkerNavigator']) {
    const prototype = scope[name]?.prototype;
    if (prototype) Reflect.deleteProperty(prototype, 'gpu');
  }
  for (const name of ['HTMLCanvasElement', 'OffscreenCanvas']) {
    const prototype = scope[name]?.prototype;
    if (!prototype) continue;
    const original = Reflect.get(prototype, 'getContext') as (...given: unknown[]) => unknown;
    // This script precedes every script of a page, and replaces the method each time.
    Reflect.set(prototype, 'getContext', function getContext(this: unknown, type: string, ...given: unknown[]) {
      return /^(?:webgl|experimental-webgl|webgpu)/.test(type) ? null : original.call(this, type, ...given);
    });
  }
});

/** Script for the wire: no worker may start another one. `countRefusals` counts how often one tries. */
export const withoutThreadsInWorkers = script(() => {
  if ('document' in globalThis) return;
  const refusals = new BroadcastChannel('fault-switch-refusals');
  const refuse = () => {
    refusals.postMessage('refused');
    throw new DOMException('refused by the test', 'SecurityError');
  };
  Object.assign(globalThis, { Worker: new Proxy(Worker, { construct: refuse }) });
});

/** Counts the workers that `withoutThreadsInWorkers` refuses from the next load on. @returns a function that counts. */
export async function countRefusals(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counter = { refusalCount: 0 };
    Object.assign(window, { counter });
    new BroadcastChannel('fault-switch-refusals').addEventListener('message', () => (counter.refusalCount += 1));
  });
  return () => page.evaluate(() => (window as unknown as { counter: { refusalCount: number } }).counter.refusalCount);
}

/** Ends the browser's process for the graphics card, as a faulty driver does. The browser starts another one. */
export async function crashGpuProcess(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('the page has no browser');
  await session.send('Browser.crashGpuProcess');
  await session.detach();
}

/**
 * Lets a test empty the canvases that a browser draws on the graphics card, as their loss does, and restore them empty.
 * Tests run without such a card. Canvases that are read often are drawn by the processor.
 * @returns a function that empties the canvases of the page.
 */
export async function withLosableCanvases(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const contexts = new Set<CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D>();
    for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
      const original = Reflect.get(prototype, 'getContext');
      Reflect.set(prototype, 'getContext', function (this: HTMLCanvasElement, ...given: unknown[]) {
        const context: unknown = Reflect.apply(original, this, given);
        const isDrawing =
          context instanceof CanvasRenderingContext2D || context instanceof OffscreenCanvasRenderingContext2D;
        const [, options] = given as [string, CanvasRenderingContext2DSettings?];
        if (isDrawing && options?.willReadFrequently !== true) contexts.add(context);
        return context;
      });
    }
    const loseCanvases = () => {
      for (const context of contexts) context.reset();
      for (const { canvas } of contexts)
        for (const type of ['contextlost', 'contextrestored']) canvas.dispatchEvent(new Event(type));
    };
    Object.assign(window, { loseCanvases });
  });
  return () => page.evaluate(() => (window as unknown as { loseCanvases(): void }).loseCanvases());
}

/** Holds all requests for the model until the returned function is called. */
export async function holdModel(page: Page): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/models/**', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return async () => {
    gate.resolve();
    await page.unroute('**/models/**');
  };
}

/** Matches the parts of the model by their paths. */
export const modelPart = /\/models\/isnet-\d\d\./;

/** A model whose server stalls. `stallAfterBytes` is for the wire. */
export interface StallingModel {
  readonly stallAfterBytes: (path: string) => number | undefined;
  /** Lets the server send whole answers from now on. */
  readonly recover: () => void;
}

/**
 * Returns the answers of a server that sends the first four parts of the model whole. Of each other part it sends the
 * beginning once, and then nothing at all.
 */
export function createStallingModel(): StallingModel {
  const begun = new Set<string>();
  let isStalling = true;
  return {
    stallAfterBytes(path) {
      if (!isStalling || !modelPart.test(path) || /isnet-0[0-3]/.test(path)) return undefined;
      const sentBytes = begun.has(path) ? 0 : 500_000;
      begun.add(path);
      return sentBytes;
    },
    recover: () => (isStalling = false),
  };
}

/** A storage that a test can fill. */
export interface FillableStorage {
  /** Refuses all further writes, as a full disk does. */
  readonly fill: () => Promise<void>;
  readonly makeSpace: () => Promise<void>;
}

/** Lets a test fill the storage of the pages that are opened from now on: the databases and the private files. */
export async function withFillableStorage(page: Page): Promise<FillableStorage> {
  await page.addInitScript(() => {
    const isFull = () => Reflect.get(window, 'isStorageFull') === true;
    const refusal = () => new DOMException('no space is left', 'QuotaExceededError');
    const put = Reflect.get(IDBObjectStore.prototype, 'put');
    IDBObjectStore.prototype.put = function (...given) {
      if (isFull()) throw refusal();
      return Reflect.apply(put, this, given);
    };
    const createWritable = Reflect.get(FileSystemFileHandle.prototype, 'createWritable');
    FileSystemFileHandle.prototype.createWritable = function (...given) {
      return isFull() ? Promise.reject(refusal()) : Reflect.apply(createWritable, this, given);
    };
  });
  const setFull = (isFull: boolean) => page.evaluate((next) => void Reflect.set(window, 'isStorageFull', next), isFull);
  return { fill: () => setFull(true), makeSpace: () => setFull(false) };
}

/** Makes the browser deny all storage to the pages that are opened from now on, as strict settings do. */
export async function denyStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('closed', 'SecurityError');
    };
    IDBFactory.prototype.open = refuse;
    Object.defineProperty(globalThis, 'BroadcastChannel', { value: refuse });
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('closed', 'SecurityError'));
    Object.defineProperty(globalThis, 'localStorage', { get: refuse });
    Object.defineProperty(globalThis, 'sessionStorage', { get: refuse });
  });
}

/** Deletes everything that the site has stored while its pages are open, as a browser does that needs the space. */
export async function deleteSiteData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await session.detach();
}

/**
 * Lets a test move the clock of the pages that are opened from now on, also across reloads. Workers keep their clock,
 * because those of the site read no dates.
 * @returns a function that moves the clock, back with a negative number of milliseconds.
 */
export async function withMovableClock(page: Page): Promise<(byMs: number) => Promise<void>> {
  await page.addInitScript(() => {
    const Original = Date;
    const now = () => Original.now() + Number(sessionStorage.getItem('fault-switch:clock'));
    const moved = new Proxy(Original, {
      construct: (target, given: unknown[], asked) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, asked) as object,
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    });
    Object.assign(globalThis, { Date: moved });
  });
  return (byMs) =>
    page.evaluate((addedMs) => {
      const key = 'fault-switch:clock';
      sessionStorage.setItem(key, `${Number(sessionStorage.getItem(key)) + addedMs}`);
    }, byMs);
}
