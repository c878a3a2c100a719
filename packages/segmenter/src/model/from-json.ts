/** @returns undefined where the bytes are no JSON: a schema then says what was expected instead. */
export function fromJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
