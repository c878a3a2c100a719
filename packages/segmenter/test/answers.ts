/** A file that the tests' server answers with. */
export interface Answer {
  readonly body?: BodyInit;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Origin of the tests' server under another name, so that browsers treat it as another site. */
export const elsewhere = location.origin.replace('//', '//elsewhere.');

/**
 * Makes the tests' server answer requests for a path. `scripts/test-answers.ts` is the other side.
 * @param path name that no other test uses.
 * @returns the path on the server.
 */
export async function answer(path: string, { body = '', status = 200, headers = {} }: Answer): Promise<string> {
  const place = `/test-answers/${path}`;
  const { ok } = await fetch(place, {
    method: 'POST',
    body,
    headers: { 'X-Answer': JSON.stringify({ status, headers }) },
  });
  if (!ok) throw new Error(`the server of the tests did not store ${path}`);
  return place;
}

/** Makes requests for a script fail. @param path end of its path, one of those in `scripts/test-answers.ts`. */
export function loseScript(path: string): void {
  document.cookie = `lost=${path}; path=/`;
}

/** Makes requests for the lost script succeed again. */
export function findScript(): void {
  document.cookie = 'lost=; path=/; max-age=0';
}
