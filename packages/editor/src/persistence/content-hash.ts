/**
 * Recognises the same file when it is opened again, whatever it is called.
 * @returns the SHA-256 of its bytes, as 64 hexadecimal digits; undefined where the page may not compute it, which is so on an
 * unsecured origin, or the file cannot be read.
 */
export async function contentHashOf(file: Blob): Promise<string | undefined> {
  const subtle = (crypto as { readonly subtle?: SubtleCrypto }).subtle;
  if (!subtle) return undefined;
  try {
    const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
