import type { Finding } from './finding.ts';
import type { Stage } from './stage.ts';

/** Allowed growth of the heap from the first result to the last. The matte of each result alone takes 12 MB. */
const maxGrowthBytes = 30e6;

/** Cuts out a photo of 12 megapixels repeatedly in one worker, keeps nothing, and measures what is left. */
export async function soakResults(stage: Stage, results: number): Promise<Finding[]> {
  await stage.open('results');
  let first = Number.NaN;
  let failures = 0;
  for (let result = 1; result <= results; result += 1) {
    if (!(await stage.cutOutLarge('results'))) failures += 1;
    if (result === 1) first = await stage.heapBytes();
    process.stderr.write(`result ${result} of ${results}\n`);
  }
  const last = await stage.heapBytes();
  const held = await stage.heldMattes();
  const workers = await stage.livingWorkers();
  await stage.close('results');
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return [
    { what: `${results} results of 12 megapixels in one worker`, value: `${failures} failed`, isGood: failures === 0 },
    {
      what: 'heap of page and workers after garbage collection, first and last result',
      value: `${megabytes(first)} → ${megabytes(last)} MB`,
      isGood: last - first <= maxGrowthBytes,
    },
    // The last matte may still be in use.
    { what: 'mattes referenced after garbage collection', value: String(held), isGood: held <= 1 },
    { what: 'workers that were used', value: String(workers), isGood: workers === 1 },
  ];
}
