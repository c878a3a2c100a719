/** Vite's form for "the address of this file"; its own types would bring the page's into the worker. */
declare module '*.wasm?url' {
  const url: string;
  export default url;
}
