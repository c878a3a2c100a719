/**
 * The embedded library prints whole errors, with the statement and its parameters in them: e-mail addresses, tokens,
 * passwords' hashes. Of what it prints only an error's kind is kept.
 */
export function quietConsole(log: (line: string) => void): void {
  const keepKind = (...values: readonly unknown[]) => {
    for (const value of values) if (typeof value === 'object' && value !== null) log(kindOf(value));
  };
  Object.assign(console, {
    debug: () => {},
    info: () => {},
    log: () => {},
    table: () => {},
    trace: () => {},
    warn: keepKind,
    error: keepKind,
  });
}

/** @returns an error's name, its code where it has one, and the same of its cause; never its message. */
export function kindOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown error';
  const name = error instanceof Error ? error.name : 'error';
  const code = 'code' in error && typeof error.code === 'string' && /^[\w-]{1,40}$/.test(error.code) ? error.code : '';
  const cause = error instanceof Error && error.cause !== undefined ? `, because of ${kindOf(error.cause)}` : '';
  return [name, code].filter(Boolean).join(' ') + cause;
}
