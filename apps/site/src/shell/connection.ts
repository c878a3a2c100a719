interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

/**
 * Whether nothing should be fetched before somebody asks for it: the browser was told to save data, or the link is slow.
 * Only Chromium says; elsewhere the link is taken for a good one.
 */
export function sparesData(): boolean {
  const { saveData, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType !== '4g';
}
