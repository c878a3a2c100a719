/** Joins the numbers of a network in the form that `network.ts` defines: little-endian, at multiples of 16 bytes. */
export interface WeightsWriter {
  /** Appends numbers. @returns their offset in bytes. */
  append(numbers: Float32Array | Int8Array): number;
  join(): Uint8Array<ArrayBuffer>;
}

const alignment = 16;

export function createWeightsWriter(): WeightsWriter {
  const arrays: { numbers: Float32Array | Int8Array; at: number }[] = [];
  let sizeBytes = 0;
  return {
    append(numbers) {
      const at = sizeBytes;
      arrays.push({ numbers, at });
      sizeBytes = Math.ceil((at + numbers.byteLength) / alignment) * alignment;
      return at;
    },
    join() {
      const bytes = new Uint8Array(sizeBytes);
      for (const { numbers, at } of arrays) {
        bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), at);
      }
      return bytes;
    },
  };
}
