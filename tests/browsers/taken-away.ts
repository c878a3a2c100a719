/**
 * Scripts that take a feature away from a browser, as older browsers, other settings and other devices lack it. Each is
 * put before every script of the site, so that it also runs in workers and in the service worker.
 */
import { script } from '../support/wire.ts';

/** Largest canvas of iOS, in pixels. Larger ones draw nothing. @see https://webkit.org/b/241801 */
const iosCanvasPx = 4096 * 4096;

/** Methods that are called with the canvas as `this`. */
interface EncodingCanvas {
  readonly convertToBlob: (this: OffscreenCanvas, options?: ImageEncodeOptions) => Promise<Blob>;
}
interface EncodingElement {
  readonly toBlob: (this: HTMLCanvasElement, done: BlobCallback, type?: string, quality?: number) => void;
  readonly toDataURL: (this: HTMLCanvasElement, type?: string, quality?: number) => string;
}

export const withoutOffscreenCanvas = script(() => {
  Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
});

export const withoutPrivateFiles = script(() => {
  Reflect.deleteProperty(StorageManager.prototype, 'getDirectory');
});

export const withoutDeviceMemory = script(() => {
  const scope = globalThis as { Navigator?: { prototype: object }; WorkerNavigator?: { prototype: object } };
  for (const each of [scope.Navigator, scope.WorkerNavigator])
    if (each) Reflect.deleteProperty(each.prototype, 'deviceMemory');
});

/** A canvas that is asked for WebP returns PNG, as the specification says for formats that a browser cannot encode. */
export const withoutWebpEncoder = script(() => {
  const asPng = (type: unknown) => (type === 'image/webp' ? 'image/png' : type);
  const { convertToBlob } = OffscreenCanvas.prototype as EncodingCanvas;
  if (Reflect.has(convertToBlob, 'isola')) return;
  OffscreenCanvas.prototype.convertToBlob = Object.assign(
    function convert(this: OffscreenCanvas, options: ImageEncodeOptions = {}) {
      return convertToBlob.call(this, { ...options, type: asPng(options.type) as string });
    },
    { isola: true },
  );
  const scope = globalThis as { HTMLCanvasElement?: typeof HTMLCanvasElement };
  if (!scope.HTMLCanvasElement) return;
  const { toBlob, toDataURL } = scope.HTMLCanvasElement.prototype as EncodingElement;
  scope.HTMLCanvasElement.prototype.toBlob = function blob(done, type, quality) {
    return toBlob.call(this, done, asPng(type) as string, quality);
  };
  scope.HTMLCanvasElement.prototype.toDataURL = function dataUrl(type, quality) {
    return toDataURL.call(this, asPng(type) as string, quality);
  };
});

/** A browser without module workers ignores `type` and fails at the first `import`. */
export const withoutModuleWorkers = script(() => {
  const { Worker: Original } = globalThis;
  if (Reflect.has(Original ?? {}, 'isola')) return;
  const Classic = class extends Original {
    static readonly isola = true;
    constructor(url: string | URL, options: WorkerOptions = {}) {
      super(url, { ...options, type: 'classic' });
    }
  };
  Object.assign(globalThis, { Worker: Classic });
});

export const withoutLocks = script(() => {
  const scope = globalThis as { Navigator?: { prototype: object }; WorkerNavigator?: { prototype: object } };
  for (const each of [scope.Navigator, scope.WorkerNavigator])
    if (each) Reflect.deleteProperty(each.prototype, 'locks');
});

/** A browser without these options ignores them: nothing is scaled, and colours are premultiplied. */
export const withoutBitmapOptions = script(() => {
  const original = globalThis.createImageBitmap as (...values: unknown[]) => Promise<ImageBitmap>;
  if (Reflect.has(original, 'isola')) return;
  const plain = (...values: unknown[]) => original(...values.slice(0, values.length >= 5 ? 5 : 1));
  Object.assign(globalThis, { createImageBitmap: Object.assign(plain, { isola: true }) });
});

/** Canvases above 16 megapixels stay transparent and cannot be encoded. */
export const withSmallCanvases = script((maxPx: number) => {
  const scope = globalThis as unknown as Record<string, { prototype: Record<string, unknown> } | undefined>;
  if (Reflect.has(OffscreenCanvasRenderingContext2D, 'isola')) return;
  Object.assign(OffscreenCanvasRenderingContext2D, { isola: true });
  const isTooLarge = ({ width, height }: { readonly width: number; readonly height: number }) => width * height > maxPx;
  const drawing = ['drawImage', 'putImageData', 'fillRect', 'fill', 'stroke', 'fillText'];
  for (const name of ['OffscreenCanvasRenderingContext2D', 'CanvasRenderingContext2D']) {
    const prototype = scope[name]?.prototype;
    if (!prototype) continue;
    for (const method of drawing) {
      const original = prototype[method] as (...values: unknown[]) => unknown;
      prototype[method] = function draw(this: { canvas: HTMLCanvasElement }, ...values: unknown[]) {
        return isTooLarge(this.canvas) ? undefined : original.apply(this, values);
      };
    }
  }
  const { convertToBlob } = OffscreenCanvas.prototype as EncodingCanvas;
  OffscreenCanvas.prototype.convertToBlob = function convert(options) {
    if (!isTooLarge(this)) return convertToBlob.call(this, options);
    return Promise.reject(new DOMException('The canvas is too large', 'EncodingError'));
  };
}, iosCanvasPx);

/** Removes the file picker, because nothing can answer a dialog of the system. Files are downloaded instead. */
export const withoutFilePicker = script(() => {
  Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
});
