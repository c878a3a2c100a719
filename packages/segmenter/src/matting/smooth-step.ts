/** Returns 0 at `from` and below, 1 at `to` and above, and in between a smooth rise that is level at both ends. */
export function smoothStep(from: number, to: number, value: number): number {
  const share = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return share * share * (3 - 2 * share);
}
