import type { RuntimeSource } from './runtime-source.ts';

/**
 * onnxruntime-web as this workspace's bundler finds it: the plain WebAssembly build, 13.6 MiB, where the bare entry would
 * bring 27. The library that others install has undefined here (`library/bundle-scripts.ts`): their bundlers would stop
 * where the package is missing, and carry its files along where it is not wanted.
 */
export const bundledRuntime: RuntimeSource | undefined = {
  importScript: () => import('onnxruntime-web/wasm'),
  wasmUrl: new URL('onnxruntime-web/ort-wasm-simd-threaded.wasm', import.meta.url).href,
};

/**
 * The build with WebGPU that waits by means of JSPI, 16 MiB. The other, `onnxruntime-web/webgpu`, brings 25.5, more than
 * some hosts take, and its thread may stand still for ever once a device is lost.
 */
export const bundledGpuRuntime: RuntimeSource | undefined = {
  importScript: () => import('onnxruntime-web/jspi'),
  wasmUrl: new URL('onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm', import.meta.url).href,
};
