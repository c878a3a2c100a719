/**
 * Measures the editor of the built site, served as `npm start` serves it, with an open photo of 12 megapixels: `npm run
 * bench -- editor --help`.
 *
 * No number makes it fail. Each `measure-*.ts` describes what it measures and how.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { buildSiteIfNeeded } from '../../../scripts/build.ts';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { createCommand, namesOf, newFile, wholeNumber } from '../../../scripts/command.ts';
import { serveSite } from '../../../scripts/serve-site.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import { describeMachine, machineLine } from '../arena/machine.ts';
import type { Measure, Row } from './measure.ts';
import { measureColor } from './measure-color.ts';
import { measureExport } from './measure-export.ts';
import { measureMemory } from './measure-memory.ts';
import { measureOpening } from './measure-opening.ts';
import { measurePanning } from './measure-panning.ts';
import { measureStroke } from './measure-stroke.ts';

const measures = {
  stroke: measureStroke,
  opening: measureOpening,
  panning: measurePanning,
  color: measureColor,
  export: measureExport,
  memory: measureMemory,
} as const satisfies Record<string, Measure>;
const measureNames = Object.keys(measures) as (keyof typeof measures)[];

const values = createCommand(
  'npm run bench -- editor',
  'Measures the editor of the built site on a 12-megapixel image.',
)
  .option('--only <names>', `some of ${measureNames.join(', ')}`, namesOf(measureNames), measureNames)
  .option('--runs <count>', 'runs of each measure', wholeNumber(1), 5)
  .option('--cycles <count>', 'number of times that the memory measure opens and closes an image', wholeNumber(1), 10)
  .option('--json <file>', 'also write the report into a file', newFile)
  .parse()
  .opts();
const { runs, cycles, only: wanted } = values;
await ensureChromium();
await buildSiteIfNeeded();

const site = await serveSite();
const rows: Row[] = [];
const numbers: Record<string, unknown> = {};
const failures: Record<string, string> = {};
let machine;
try {
  for (const name of wanted) {
    // Each measure runs in a separate browser, so that it is not affected by what an earlier one left behind.
    const browser = await launchBrowser('--js-flags=--expose-gc');
    machine ??= describeMachine(browser.version());
    try {
      const findings = await measures[name]?.({ browser, url: site.url, runs, cycles, say: console.error });
      rows.push(...(findings?.rows ?? []));
      numbers[name] = findings?.numbers;
    } catch (error) {
      failures[name] = error instanceof Error ? error.message : String(error);
      console.error(`${name}  failed: ${failures[name]}`);
    } finally {
      await browser.close();
    }
  }
} finally {
  site.close();
}
if (!machine || rows.length === 0) stop('Nothing could be measured.');

console.log(machineLine(machine));
console.table(Object.fromEntries(rows.map(({ what, ...row }) => [what, row])));
if (values.json) {
  mkdirSync(dirname(resolve(values.json)), { recursive: true });
  const report = { benchmark: 'editor', machine, runs, cycles, rows, numbers, failures };
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
