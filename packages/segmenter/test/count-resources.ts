export interface ResourceCount {
  /** Number of bitmaps that were created. */
  readonly bitmaps: number;
  /** Number of bitmaps that were neither closed nor transferred. Only those have a width. */
  readonly openBitmaps: number;
  /** Sizes of the engines' memories in order of creation. Only these memories have a `maximum`. */
  readonly engineMemoryBytes: readonly number[];
}

/** Counts the resources that this thread creates, until `restore` is called. */
export function countResources(): { count: () => ResourceCount; restore: () => void } {
  const bitmaps: ImageBitmap[] = [];
  const memories: WebAssembly.Memory[] = [];
  const { createImageBitmap, WebAssembly } = globalThis;
  const canvas = OffscreenCanvas.prototype;
  const transfer = Object.getOwnPropertyDescriptor(canvas, 'transferToImageBitmap') ?? {};

  // Spies are not used, because they would keep every image's memory from being collected.
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
