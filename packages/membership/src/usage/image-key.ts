/**
 * What names a processed picture to the server: a UUID (version 8) from the picture's bytes, the member and a secret of this
 * device. So the same picture has the same key after a reload and in every tab; without the secret, which stays on the device,
 * nobody can find out which picture it was, or that two members have the same one. Another device makes another key.
 */
export async function imageKey(picture: Blob, memberId: string, secret: string): Promise<string> {
  const content = new Uint8Array(await crypto.subtle.digest('SHA-256', await picture.arrayBuffer()));
  const owner = new TextEncoder().encode(`${secret} ${memberId} `);
  const named = new Uint8Array(owner.length + content.length);
  named.set(owner);
  named.set(content, owner.length);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', named)).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
