/** Maximum number of recent colours: two rows of six. */
export const recentCount = 12;

/**
 * Adds a colour to the recent colours. @returns the colours with `color` first, without duplicates, at most
 * `recentCount` of them.
 */
export function withRecent(colors: readonly string[], color: string): string[] {
  return [color, ...colors.filter((other) => other !== color)].slice(0, recentCount);
}
