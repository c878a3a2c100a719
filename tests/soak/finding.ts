/** One thing that was looked at. */
export interface Finding {
  readonly what: string;
  readonly value: string;
  readonly isGood: boolean;
}

export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ what }) => what.length)) + 2;
  return findings
    .map(({ what, value, isGood }) => `${isGood ? 'good' : 'BAD '}  ${what.padEnd(width)}${value}`)
    .join('\n');
}
