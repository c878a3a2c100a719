import type * as Ort from 'onnxruntime-web/wasm';

/** Where onnxruntime-web's script and WebAssembly are to be had. */
export interface RuntimeSource {
  importScript(): Promise<typeof Ort>;
  readonly wasmUrl: string;
}

/** @param folderUrl where the files of the package's `dist` folder are served, with a slash at its end. */
export function servedRuntime(folderUrl: string): RuntimeSource {
  return served(folderUrl, 'ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm');
}

/**
 * The build with WebGPU that waits by means of JSPI, 16 MiB. The other, `ort.webgpu`, brings 25.5, more than some hosts take,
 * and its thread may stand still for ever once a device is lost.
 */
export function servedGpuRuntime(folderUrl: string): RuntimeSource {
  return served(folderUrl, 'ort.jspi.bundle.min.mjs', 'ort-wasm-simd-threaded.jspi.wasm');
}

function served(folderUrl: string, script: string, wasm: string): RuntimeSource {
  return {
    importScript: () => import(/* @vite-ignore */ /* webpackIgnore: true */ `${folderUrl}${script}`),
    wasmUrl: `${folderUrl}${wasm}`,
  };
}
