/**
 * Converts float16 to float32.
 * @param bytes float16, little-endian, without infinities and NaN.
 */
export function fromHalves(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 2 }, (_, at) => {
    const half = view.getUint16(2 * at, true);
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 31;
    const fraction = (half & 1023) / 1024;
    return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15);
  });
}
