/** Parses JSON. @returns undefined if the bytes are not JSON: a schema then reports what was expected. */
export function fromJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
