/**
 * What names a processed picture to the server: a UUID (version 8) from the picture's bytes, the member and a secret of this
 * device. The same picture has the same key after a reload and in every tab, and another one on another device. The secret
 * is never sent: the server cannot find a picture by its key, nor see that two members have the same one.
 */
export async function imageKey(picture: Blob, memberId: string, secret: string): Promise<string> {
  const content = await sha256(new Uint8Array(await picture.arrayBuffer()));
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

/** The browser's own implementation is there on secure origins only, not over plain http on a local network. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes));
  const { sha256: inScript } = await import('@noble/hashes/sha2.js');
  return inScript(bytes);
}
