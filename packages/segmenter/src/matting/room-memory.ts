import { SegmenterError } from '../errors.ts';

const pageBytes = 65_536;

/**
 * Hands out memory from an address on, and grows it as needed.
 * @throws {SegmenterError} `out-of-memory`, from what it returns.
 */
export function createReserve(memory: WebAssembly.Memory, from: number): (bytes: number) => number {
  let end = Math.ceil(from / 16) * 16;
  return (bytes) => {
    const at = end;
    end = Math.ceil((at + bytes) / 16) * 16;
    const pages = Math.ceil((end - memory.buffer.byteLength) / pageBytes);
    if (pages > 0) grow(memory, pages);
    return at;
  };
}

function grow(memory: WebAssembly.Memory, pages: number): void {
  try {
    memory.grow(pages);
  } catch (error) {
    throw new SegmenterError('out-of-memory', `${pages} pages of memory could not be had`, { cause: error });
  }
}
