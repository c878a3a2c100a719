import { createRandom } from '../../packages/segmenter/test/random.ts';
import type { Finding } from './finding.ts';
import type { Stage } from './stage.ts';

const picture = 'cat.jpg';
/** Stages in each of which at least one abort must happen. */
const abortable = ['preprocessing', 'loading-model', 'segmenting', 'postprocessing'];
/** Number of aborts after which the segmenter is replaced, so that aborts also happen while the model loads. */
const abortsEach = 20;

/** Aborts at random moments, and then runs once to the end. */
export async function soakAborts(stage: Stage, aborts: number, seed: number): Promise<Finding[]> {
  const random = createRandom(seed);
  await stage.open('aborts');
  const whole = await stage.cutOut('aborts', picture);
  const most = whole.outcome === 'done' ? whole.reports : 0;
  const stages = new Map<string, number>();
  const wrong: string[] = [];
  let aborted = 0;
  for (let turn = 0; aborted < aborts; turn += 1) {
    if (turn % abortsEach === abortsEach - 1) {
      await stage.close('aborts');
      await stage.open('aborts');
    }
    const moment = { reports: random.integer(1, most), turns: random.integer(0, 5) };
    const outcome = await stage.cutOut('aborts', picture, moment);
    if (outcome.outcome === 'aborted') {
      aborted += 1;
      stages.set(outcome.stage, (stages.get(outcome.stage) ?? 0) + 1);
    } else if (outcome.outcome === 'failed' || whole.outcome !== 'done' || outcome.sha256 !== whole.sha256) {
      wrong.push(JSON.stringify(outcome));
      if (wrong.length > aborts) break;
    }
    process.stderr.write(`aborts ${aborted} of ${aborts}: ${JSON.stringify(moment)} ${outcome.outcome}\n`);
  }
  const after = await stage.cutOut('aborts', picture);
  const isRight = whole.outcome === 'done' && after.outcome === 'done' && after.sha256 === whole.sha256;
  const during = await stage.livingWorkers();
  await stage.close('aborts');
  const left = await workersLeft(stage);
  const counted = [...stages].map(([name, count]) => `${name} ${count}`).join(', ');
  return [
    {
      what: `${aborts} aborts at random moments, in every stage`,
      value: counted,
      isGood: abortable.every((each) => stages.has(each)),
    },
    { what: 'calls that ended before their abort', value: wrong[0] ?? 'right', isGood: wrong.length === 0 },
    { what: 'the image after all aborts', value: isRight ? 'right' : JSON.stringify(after), isGood: isRight },
    {
      what: 'living workers before and after closing',
      value: `${during}, ${left}`,
      isGood: during === 1 && left === 0,
    },
  ];
}

/** Waits until ended workers have released their locks, which takes a moment. */
async function workersLeft(stage: Stage): Promise<number> {
  for (let look = 0; look < 100; look += 1) {
    const left = await stage.livingWorkers();
    if (left === 0) return 0;
  }
  return stage.livingWorkers();
}
