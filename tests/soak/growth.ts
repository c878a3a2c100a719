import type { Finding } from './finding.ts';

/** Tolerated growth, because garbage collection is not deterministic. */
const toleratedShare = 0.05;

/**
 * Compares the memory at the end with that at the start: the medians of the first and the last fifth of the samples.
 * Without samples, nothing is compared.
 * @param samples in bytes.
 * @param share tolerated growth.
 */
export function growthOf(process: string, samples: readonly number[], share = toleratedShare): Finding {
  if (samples.length === 0) return { what: `resident memory, ${process}`, value: 'not measured' };
  const part = Math.max(1, Math.floor(samples.length / 5));
  const [first, last] = [median(samples.slice(0, part)), median(samples.slice(-part))];
  return {
    what: `resident memory, ${process}, median of the first and the last ${part}`,
    value: `${megabytes(first)} → ${megabytes(last)} MB`,
    isGood: last <= first * (1 + share),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
