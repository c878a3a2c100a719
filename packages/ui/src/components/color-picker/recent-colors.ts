/** As many as are worth remembering, in two rows of six. */
export const recentCount = 12;

/** @returns the colours with `color` first, each once, at most `recentCount` of them. */
export function withRecent(colors: readonly string[], color: string): string[] {
  return [color, ...colors.filter((other) => other !== color)].slice(0, recentCount);
}
