import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { measuredFacts } from '../src/features/home/measured-facts.ts';

test('figures on the home page match docs/measured.md of the segmenter', () => {
  const measured = readFileSync(new URL('../../../packages/segmenter/docs/measured.md', import.meta.url), 'utf8');
  const columns = (row: string) =>
    measured
      .split('\n')
      .find((line) => line.startsWith(`| ${row}`))
      ?.split('|')
      .slice(2, -1)
      .map((cell) => cell.match(/[\d.]+/g)?.map(Number) ?? []) ?? [];
  const [edge = [], , theirs = []] = columns('edge-band MAE');
  expect(Object.fromEntries(measuredFacts.map(({ id, ratio }) => [id, ratio]))).toEqual({
    time: columns('a 12-megapixel photo to its PNG, warm')[0]?.[0],
    download: columns('bytes to the first result')[0]?.[0],
    memory: columns('peak memory of the page')[0]?.[0],
    edge: Number(((edge[0] ?? 0) / (theirs[0] ?? 1)).toFixed(2)),
  });
});
