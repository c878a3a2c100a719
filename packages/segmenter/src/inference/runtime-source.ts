import type * as Ort from 'onnxruntime-web/wasm';

/** Source of onnxruntime-web's script and WebAssembly. */
export interface RuntimeSource {
  importScript(): Promise<typeof Ort>;
  readonly wasmUrl: string;
}

/**
 * Returns the plain WebAssembly build from a folder.
 * @param folderUrl address from which the files of the package's `dist` folder are served, with a slash at its end.
 */
export function servedRuntime(folderUrl: string): RuntimeSource {
  return served(folderUrl, 'ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm');
}

/**
 * Returns the build with WebGPU that waits by means of JSPI, 16 MiB. The other, `ort.webgpu`, has 25.5 MiB, more than
 * some hosts accept, and its thread may hang forever once a device is lost.
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
