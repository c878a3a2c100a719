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
