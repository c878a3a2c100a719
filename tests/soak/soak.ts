/**
 * What takes too long for every test run: the real model, over and over.
 *
 *     npm run soak -- [--runs 100] [--aborts 200] [--rounds 10] [--sizes 12] [--seed 1] [--only memory,aborts,pair,oracle]
 */
import { parseArgs } from 'node:util';

import { type Finding, tableOf } from './finding.ts';
import { soakAborts } from './soak-aborts.ts';
import { soakMemory } from './soak-memory.ts';
import { soakOracle } from './soak-oracle.ts';
import { soakPair } from './soak-pair.ts';
import { setStage } from './stage.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    aborts: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '10' },
    sizes: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'memory,aborts,pair,oracle' },
  },
});
const seed = Number(values.seed);
const wanted = new Set(values.only.split(','));
const findings: Finding[] = [];

if (wanted.has('oracle')) findings.push(...(await soakOracle(Number(values.sizes), seed)));
if (['memory', 'aborts', 'pair'].some((part) => wanted.has(part))) {
  const stage = await setStage();
  try {
    if (wanted.has('pair')) findings.push(...(await soakPair(stage, Number(values.rounds))));
    if (wanted.has('memory')) findings.push(...(await soakMemory(stage, Number(values.runs))));
    if (wanted.has('aborts')) findings.push(...(await soakAborts(stage, Number(values.aborts), seed)));
    const [first = 'none'] = stage.unhandled;
    findings.push({ what: 'errors that nobody caught', value: first, isGood: stage.unhandled.length === 0 });
  } finally {
    await stage.end();
  }
}

console.log(tableOf(findings));
process.exitCode = findings.some(({ isGood }) => isGood === false) ? 1 : 0;
