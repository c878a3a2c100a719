/**
 * Returns the SHA-256 of the bytes, in lower-case hexadecimal. The browser's own implementation exists only on secure
 * origins. A site that is tested over plain HTTP on a local network still gets its model verified, more slowly.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(await digest(bytes));
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes));
  const { sha256: inScript } = await import('@noble/hashes/sha2.js');
  return inScript(bytes);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
