/** Returns a copy without the undefined values. */
export function defined(values: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
