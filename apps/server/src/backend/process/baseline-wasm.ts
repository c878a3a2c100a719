import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from optimising WebAssembly in this process. The embedded database is 9 MB of WebAssembly, and V8's second
 * compiler takes about 300 MB of memory and seconds of processor time for its largest functions, soon after each start.
 * V8's first compiler is enough for one session of PostgreSQL. Has to be called before any WebAssembly is compiled.
 */
export function startWithBaselineWasm(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}
