/**
 * Compares our batch with `@imgly/background-removal` called in a loop, and measures its costs: `npm run bench -- batch
 * --help`.
 *
 * It only measures: it fails only when nothing could be measured.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { buildEngine } from '../../../scripts/build.ts';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { createCommand, namesOf, newFile, wholeNumber } from '../../../scripts/command.ts';
import { startBenchServer } from '../arena/bench-server.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import { describeMachine, machineLine } from '../arena/machine.ts';
import { measureMemory } from './measure-memory.ts';
import { measureScroll } from './measure-scroll.ts';
import { measureSpeed } from './measure-speed.ts';
import { measureTiles } from './measure-tiles.ts';
import type { BatchMeasure, Findings } from './stand.ts';

const measures = {
  imagesPerMinute: measureSpeed,
  peakMemory200: measureMemory,
  scrollFrame: measureScroll,
  tileFrame: measureTiles,
} as const satisfies Record<string, BatchMeasure>;
type MeasureName = keyof typeof measures;
const measureNames = Object.keys(measures) as MeasureName[];

/** Targets of the ratios: ours divided by the reference. */
const targets = {
  imagesPerMinute: '≥ 5',
  peakMemory200: '≤ 1.25',
  scrollFrame: '≤ 1.5',
  tileFrame: '≤ 1.5',
} as const satisfies Record<MeasureName, string>;

const values = createCommand('npm run bench -- batch', 'Measures the batch: speed, memory and scrolling.')
  .option('--images <count>', 'number of images in the comparison with the peer', wholeNumber(1), 30)
  .option(
    '--many <count>',
    'number of 12-megapixel images in the larger batch of the memory measure, and of tiles',
    wholeNumber(2),
    200,
  )
  .option('--few <count>', 'number of 12-megapixel images in the smaller batch', wholeNumber(1), 10)
  .option('--seed <words>', 'seed of the backgrounds', 'isola')
  .option('--only <names>', `some of ${measureNames.join(', ')}`, namesOf(measureNames), measureNames)
  .option('--json <file>', 'also write the report into a file', newFile)
  .parse()
  .opts();
const { images, many, few, seed, only: wanted } = values;
await ensureChromium();
await buildEngine();

say('building the page');
const server = await startBenchServer();
const browser = await launchBrowser();
const machine = describeMachine(browser.version());
await browser.close();
const findings: Partial<Record<MeasureName, Findings>> = {};
const missing: Partial<Record<MeasureName, string>> = {};
try {
  for (const name of wanted) {
    try {
      findings[name] = await measures[name]({ server, images, many, few, seed, say });
    } catch (error) {
      const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      missing[name] = why;
      say(`${name} failed: ${why}`);
    }
  }
} finally {
  await server.close();
}

console.log(machineLine(machine));
console.table(
  Object.fromEntries(
    wanted.map((name) => [
      name,
      { ratio: findings[name]?.ratio.toFixed(2) ?? `not measured: ${missing[name]}`, target: targets[name] },
    ]),
  ),
);
for (const name of wanted) if (findings[name]) console.log(findings[name].text);
if (values.json) {
  mkdirSync(dirname(resolve(values.json)), { recursive: true });
  const ratios = Object.fromEntries(Object.entries(findings).map(([name, { ratio }]) => [name, ratio]));
  const numbers = Object.fromEntries(Object.entries(findings).map(([name, found]) => [name, found.numbers]));
  const report = { benchmark: 'batch', machine, images, many, few, ratios, targets, numbers, missing };
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
if (Object.keys(findings).length === 0) {
  console.error('Nothing could be measured.');
  process.exit(1);
}

function say(line: string): void {
  console.error(line);
}
