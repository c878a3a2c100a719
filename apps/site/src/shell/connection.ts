interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

/**
 * Whether nothing should be fetched before the visitor asks for it: the browser was told to save data, or the
 * connection is slow. Only Chromium reports this; elsewhere the connection counts as good.
 */
export function sparesData(): boolean {
  const { saveData, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType !== '4g';
}
