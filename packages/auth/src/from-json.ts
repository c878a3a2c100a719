/** @returns undefined for what is no JSON, and for nothing. */
export function fromJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
