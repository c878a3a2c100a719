/** Result of one check. */
export interface Finding {
  readonly what: string;
  readonly value: string;
  /** Absent when the check could not be made. */
  readonly isGood?: boolean;
}

export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ what }) => what.length)) + 2;
  return findings.map(({ what, value, isGood }) => `${verdictOf(isGood)}  ${what.padEnd(width)}${value}`).join('\n');
}

function verdictOf(isGood: boolean | undefined): string {
  if (isGood === undefined) return '?   ';
  return isGood ? 'good' : 'BAD ';
}
