import { growMemory } from '../wasm/grow-memory.ts';

/**
 * Returns a function that allocates memory from an address on and grows it as needed.
 * @throws {SegmenterError} `out-of-memory`, from the returned function.
 */
export function createReserve(memory: WebAssembly.Memory, from: number): (bytes: number) => number {
  let end = Math.ceil(from / 16) * 16;
  return (bytes) => {
    const at = end;
    end = Math.ceil((at + bytes) / 16) * 16;
    growMemory(memory, end);
    return at;
  };
}
