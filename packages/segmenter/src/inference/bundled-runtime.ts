import type { RuntimeSource } from './runtime-source.ts';

/**
 * The onnxruntime-web that this workspace's bundler finds: the plain WebAssembly build, 13.6 MiB, while the default
 * entry would add 27. In the published library this is undefined (`library/bundle-scripts.ts`): bundlers of its users
 * would fail if the package is missing, and include its files even if it is not needed.
 */
export const bundledRuntime: RuntimeSource | undefined = {
  importScript: () => import('onnxruntime-web/wasm'),
  wasmUrl: new URL('onnxruntime-web/ort-wasm-simd-threaded.wasm', import.meta.url).href,
};
