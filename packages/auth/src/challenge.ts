/** Returns the fields of a request for an email that carry the challenge of a verifier (PKCE, RFC 7636). */
export async function challengeFrom(verifier: string) {
  // Browsers provide no `crypto.subtle` to pages without HTTPS, although the type says otherwise.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return { code_challenge: verifier, code_challenge_method: 'plain' };
  const hash = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  const base64 = btoa(String.fromCharCode(...hash));
  const code_challenge = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return { code_challenge, code_challenge_method: 's256' };
}
