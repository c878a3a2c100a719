export interface ResourceCount {
  /** Bitmaps that were made. */
  readonly bitmaps: number;
  /** Of those that were neither closed nor transferred: they alone have a width. */
  readonly openBitmaps: number;
  /** Of the engines' memories, in the order in which they were made: those that state their end. */
  readonly engineMemoryBytes: readonly number[];
}

/** Counts what this thread makes from now on, until `restore`. */
export function countResources(): { count: () => ResourceCount; restore: () => void } {
  const bitmaps: ImageBitmap[] = [];
  const memories: WebAssembly.Memory[] = [];
  const { createImageBitmap, WebAssembly } = globalThis;
  const canvas = OffscreenCanvas.prototype;
  const transfer = Object.getOwnPropertyDescriptor(canvas, 'transferToImageBitmap') ?? {};

  // No spies: they would keep every picture's own memories from the collector.
  const create = createImageBitmap as (...values: unknown[]) => Promise<ImageBitmap>;
  globalThis.createImageBitmap = async (...values: unknown[]) => {
    const bitmap = await create(...values);
    bitmaps.push(bitmap);
    return bitmap;
  };
  canvas.transferToImageBitmap = function transferAndCount() {
    const bitmap = (transfer.value as () => ImageBitmap).call(this);
    bitmaps.push(bitmap);
    return bitmap;
  };
  function Memory(descriptor: WebAssembly.MemoryDescriptor): WebAssembly.Memory {
    const memory = new WebAssembly.Memory(descriptor);
    if (descriptor.maximum !== undefined) memories.push(memory);
    return memory;
  }
  globalThis.WebAssembly = new Proxy(WebAssembly, {
    get: (target, name): unknown => (name === 'Memory' ? Memory : Reflect.get(target, name)),
  });

  return {
    count: () => ({
      bitmaps: bitmaps.length,
      openBitmaps: bitmaps.filter(({ width }) => width > 0).length,
      engineMemoryBytes: memories.map(({ buffer }) => buffer.byteLength),
    }),
    restore() {
      Object.assign(globalThis, { createImageBitmap, WebAssembly });
      Object.defineProperty(canvas, 'transferToImageBitmap', transfer);
    },
  };
}
