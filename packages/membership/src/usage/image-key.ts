/**
 * Derives the key under which the server counts an image: a UUID (version 8) from the image's bytes, the member and a
 * secret of this device. The same image has the same key after a reload and in every tab, and another key on another
 * device. The secret is never sent, so the server can neither find an image by its key nor see that two members have
 * the same image.
 */
export async function imageKey(image: Blob, memberId: string, secret: string): Promise<string> {
  const content = await sha256(new Uint8Array(await image.arrayBuffer()));
  const owner = new TextEncoder().encode(`${secret} ${memberId} `);
  const named = new Uint8Array(owner.length + content.length);
  named.set(owner);
  named.set(content, owner.length);
  const bytes = (await sha256(named)).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Browsers offer `crypto.subtle` on secure origins only. Over plain HTTP, as on a local network, a script computes the
 * hash.
 */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes));
  const { sha256: inScript } = await import('@noble/hashes/sha2.js');
  return inScript(bytes);
}
