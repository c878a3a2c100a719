declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  /** Compiles libheif, which the module contains. Each call creates an instance with its own memory. */
  const libheif: () => Promise<unknown>;
  export default libheif;
}
