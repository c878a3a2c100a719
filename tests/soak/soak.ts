/** Tests that take too long for every run, with the real model: `npm run soak -- --help`. */
import { buildEngine } from '../../scripts/build.ts';
import { ensureChromium } from '../../scripts/chromium.ts';
import { createCommand, namesOf, wholeNumber } from '../../scripts/command.ts';
import { type Finding, tableOf } from './finding.ts';
import { soakAborts } from './soak-aborts.ts';
import { soakMemory } from './soak-memory.ts';
import { soakOracle } from './soak-oracle.ts';
import { soakPair } from './soak-pair.ts';
import { soakResults } from './soak-results.ts';
import { setStage } from './stage.ts';

const parts = ['memory', 'results', 'aborts', 'pair', 'oracle'] as const;

const { runs, results, aborts, rounds, sizes, seed, only } = createCommand(
  'npm run soak --',
  'Prints a table of checks, and fails when one is bad.',
)
  .option('--runs <count>', 'number of consecutive images in the memory check', wholeNumber(1), 100)
  .option('--results <count>', 'number of 12-megapixel results in one worker', wholeNumber(2), 40)
  .option('--aborts <count>', 'number of aborted removals', wholeNumber(1), 200)
  .option('--rounds <count>', 'number of rounds of two simultaneous removals', wholeNumber(1), 10)
  .option('--sizes <count>', 'number of input sizes to compare with the reference network', wholeNumber(1), 12)
  .option('--seed <number>', 'seed of the random choices', wholeNumber(0), 1)
  .option('--only <parts>', `some of ${parts.join(', ')}`, namesOf(parts), parts)
  .addHelpText(
    'after',
    '\nOther soaks, each with its own --help: `npm run soak -- backend` kills the server repeatedly under load,' +
      ' `npm run soak -- load` measures servers under load,' +
      ' `npm run soak -- batch` processes a batch while workers die, `npm run soak -- never-lost` makes its storage fail,' +
      ' `npm run soak -- pictures` opens thousands of damaged images,' +
      ' and `npm run soak -- guessing` guesses passwords and codes from many networks.',
  )
  .parse()
  .opts();
await ensureChromium();
await buildEngine();

const wanted = new Set<string>(only);
const findings: Finding[] = [];

if (wanted.has('oracle')) findings.push(...(await soakOracle(sizes, seed)));
if (['memory', 'results', 'aborts', 'pair'].some((part) => wanted.has(part))) {
  const stage = await setStage();
  try {
    if (wanted.has('pair')) findings.push(...(await soakPair(stage, rounds)));
    if (wanted.has('memory')) findings.push(...(await soakMemory(stage, runs)));
    if (wanted.has('results')) findings.push(...(await soakResults(stage, results)));
    if (wanted.has('aborts')) findings.push(...(await soakAborts(stage, aborts, seed)));
    const [first = 'none'] = stage.unhandled;
    findings.push({ what: 'uncaught errors', value: first, isGood: stage.unhandled.length === 0 });
  } finally {
    await stage.end();
  }
}

console.log(tableOf(findings));
process.exitCode = findings.some(({ isGood }) => isGood === false) ? 1 : 0;
