/**
 * Computes a hash that identifies the same file when it is opened again, whatever its name.
 * @returns the SHA-256 of the file's bytes, as 64 hexadecimal digits; undefined when the page may not compute it, as on
 *   an insecure origin, or when the file cannot be read.
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
