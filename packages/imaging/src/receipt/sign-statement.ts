import { canonicalText } from './canonical-text.ts';
import type { Receipt, Statement } from './receipt-schema.ts';

/*
 * ECDSA on the curve P-256 with SHA-256, because every browser that runs this program has it in WebCrypto, and so has
 * Node. Ed25519 came to Chromium only in version 137.
 */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;
const pointBytes = 65;
const signatureBytes = 64;

/** Creates a pair of keys. The private key can sign, and nothing can read it. */
export async function createReceiptKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
}

/** Signs a statement. The signature covers the public key too. */
export async function signStatement(statement: Statement, { privateKey, publicKey }: CryptoKeyPair): Promise<Receipt> {
  const own = {
    algorithm: 'ECDSA-P256-SHA256',
    publicKey: toBase64(await crypto.subtle.exportKey('raw', publicKey)),
  } as const;
  const value = await crypto.subtle.sign(signing, privateKey, signedBytes({ ...statement, signature: own }));
  return { ...statement, signature: { ...own, value: toBase64(value) } };
}

/**
 * Checks whether a receipt is as it was signed by the key that it names. This says nothing about who has the key.
 */
export async function isSignatureValid({ signature, ...statement }: Receipt): Promise<boolean> {
  const { value, ...own } = signature;
  const [point, bytes] = [bytesOf(own.publicKey), bytesOf(value)];
  if (point?.length !== pointBytes || bytes?.length !== signatureBytes) return false;
  try {
    const key = await crypto.subtle.importKey('raw', point, algorithm, false, ['verify']);
    return await crypto.subtle.verify(signing, key, bytes, signedBytes({ ...statement, signature: own }));
  } catch (error) {
    // The point is not on the curve.
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/**
 * Returns the fingerprint of a public key: the first 16 bytes of the SHA-256 of its point, in groups of four
 * hexadecimal digits. Receipts of the same device have the same one.
 * @param publicKey a key, or its point in base64 as in a receipt.
 */
export async function fingerprintOfKey(publicKey: CryptoKey | string): Promise<string> {
  const point =
    typeof publicKey === 'string'
      ? (bytesOf(publicKey) ?? new Uint8Array())
      : await crypto.subtle.exportKey('raw', publicKey);
  const digits = await sha256Of(point);
  return (digits.slice(0, 32).match(/.{4}/g) ?? []).join(' ');
}

/** Returns the SHA-256 of bytes as 64 hexadecimal digits. */
export async function sha256Of(bytes: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function signedBytes(data: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalText(data));
}

function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

/** @returns undefined for a text that is not base64. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    return undefined;
  }
}
