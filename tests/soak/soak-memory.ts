import type { Finding } from './finding.ts';
import { growthOf } from './growth.ts';
import { type ResidentMemory, watchResidentMemory } from './resident-memory.ts';
import type { Stage } from './stage.ts';

/** A landscape, a portrait and a nearly square image. The engine plans its memory again for each. */
const pictures = ['cat.jpg', 'throw.jpg', 'bottle.jpg'];
/** Number of runs before measuring, in which code is compiled and caches fill. */
const warmUps = 6;

/** Cuts out images one after the other, and compares the browser's memory at the end with that at the start. */
export async function soakMemory(stage: Stage, runs: number): Promise<Finding[]> {
  const sample = await watchResidentMemory(stage.browser);
  const samples: ResidentMemory[] = [];
  const mattes = new Map<string, Set<string>>();
  let failures = 0;
  await stage.open('memory');
  for (let run = 0; run < warmUps + runs; run += 1) {
    const picture = pictures[run % pictures.length] ?? '';
    const outcome = await stage.cutOut('memory', picture);
    if (outcome.outcome !== 'done') failures += 1;
    else mattes.set(picture, (mattes.get(picture) ?? new Set()).add(outcome.sha256));
    if (sample && run >= warmUps) samples.push(await sample());
    process.stderr.write(`memory ${run + 1} of ${warmUps + runs}: ${JSON.stringify(samples.at(-1))}\n`);
  }
  await stage.close('memory');
  const same = [...mattes.values()].every(({ size }) => size === 1);
  return [
    { what: `${runs} consecutive images`, value: `${failures} failed`, isGood: failures === 0 },
    { what: 'equal images have equal mattes', value: same ? 'bit by bit' : 'no', isGood: same },
    ...(sample
      ? (['renderers', 'others'] as const).map((process) =>
          growthOf(
            process,
            samples.map((each) => each[process]),
          ),
        )
      : [{ what: 'growth', value: 'not measured: needs Linux' }]),
  ];
}
