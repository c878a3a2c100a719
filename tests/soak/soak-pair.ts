import type { Finding } from './finding.ts';
import type { Stage } from './stage.ts';

const pictures = ['cat.jpg', 'throw.jpg', 'shoe.jpg'];

/** Runs two segmenters at once, each with two calls at once, and the page itself without a worker. */
export async function soakPair(stage: Stage, rounds: number): Promise<Finding[]> {
  await stage.open('one');
  await stage.open('other');
  const alone = new Map<string, string>();
  let threads = 0;
  for (const picture of pictures) {
    const outcome = await stage.cutOut('one', picture);
    if (outcome.outcome !== 'done') continue;
    alone.set(picture, outcome.sha256);
    threads = outcome.run.threads;
  }
  const wrong: string[] = [];
  const check = async (name: string, picture: string) => {
    const outcome = await stage.cutOut(name, picture);
    const isRight = outcome.outcome === 'done' && outcome.sha256 === alone.get(picture);
    if (!isRight) wrong.push(`${name}, ${picture}: ${JSON.stringify(outcome)}`);
  };
  for (let round = 0; round < rounds; round += 1) {
    const [a = '', b = '', c = ''] = [0, 1, 2].map((shift) => pictures[(round + shift) % pictures.length]);
    await Promise.all([check('one', a), check('other', b), check('one', c), check('other', a)]);
    process.stderr.write(`pair ${round + 1} of ${rounds}\n`);
  }
  await stage.close('one');
  await stage.close('other');
  const atOnce = wrong.splice(0);

  await stage.open('page', { execution: 'main' });
  for (const picture of pictures) await check('page', picture);
  await stage.close('page');
  return [
    { what: 'threads of the engine in a worker', value: String(threads), isGood: threads > 1 },
    {
      what: `two segmenters at once, ${rounds} × 4 images`,
      value: atOnce[0] ?? 'right',
      isGood: atOnce.length === 0,
    },
    { what: 'the page without a worker, isolated', value: wrong[0] ?? 'right', isGood: wrong.length === 0 },
  ];
}
