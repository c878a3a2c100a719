interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

/**
 * Checks whether nothing should be fetched before the visitor needs it, because the browser saves data or the
 * connection is slow. Only Chromium reports this; in other browsers the connection counts as fast.
 */
export function sparesData(): boolean {
  const { saveData, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType !== '4g';
}
