/**
 * Compares our segmenter with `@imgly/background-removal` on the same weights, alternating in one Chromium: `npm run
 * bench -- segmenter --help`.
 *
 * It only measures: it fails only when nothing could be measured.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { buildEngine } from '../../../scripts/build.ts';
import { ensureChromium } from '../../../scripts/chromium.ts';
import { createCommand, namesOf, newFile, wholeNumber } from '../../../scripts/command.ts';
import type { Run } from '../arena/bench-page/page.ts';
import { startBenchServer } from '../arena/bench-server.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import { describeMachine } from '../arena/machine.ts';
import { openWorkshop } from '../arena/open-workshop.ts';
import { imageFolder, type Photo, photosOf, withoutTwins } from '../arena/photos.ts';
import type { Arena, Findings } from './arena.ts';
import { measureCold } from './measure-cold.ts';
import { measureMemory } from './measure-memory.ts';
import { measureNative } from './measure-native.ts';
import { measurePhotos } from './measure-photos.ts';
import { type MeasureName, measureNames } from './measures.ts';
import { measureWarm, networkMs } from './measure-warm.ts';
import { type NotMeasured, reportOf, textOf } from './report.ts';
import { shapedPhotos, twelveMegapixelPhoto } from './shaped-photos.ts';

/** Measures that come from the same runs. */
interface Procedure {
  readonly measures: readonly MeasureName[];
  measure(arena: Arena): Promise<Findings>;
}

/** Number of photos per folder and shape. */
const photosOfShape = 2;
/** Largest number of cold starts, because they take as long as everything else together. */
const maxStarts = 3;

const values = createCommand('npm run bench -- segmenter', 'Measures our segmenter and its peer, alternating.')
  .option('--photos <folder>', 'folder of further images', imageFolder)
  .option('--runs <count>', 'runs of each measure', wholeNumber(1), 5)
  .option('--only <names>', `some of ${measureNames.join(', ')}`, namesOf(measureNames), measureNames)
  .option('--json <file>', 'also write the report into a file', newFile)
  .parse()
  .opts();
const { runs, only: wanted } = values;
await ensureChromium();
await buildEngine();

const folders = [resolve(import.meta.dirname, '../../../pictures'), ...(values.photos ? [values.photos] : [])];
const collections = folders.map((folder) => withoutTwins(photosOf(folder)));

say('building the page');
const server = await startBenchServer();
const browser = await launchBrowser();
const machine = describeMachine(browser.version());
const arena: Arena = { browser, server, runs, starts: Math.min(runs, maxStarts), say };
const findings: Findings[] = [];
const missing: Partial<Record<MeasureName, NotMeasured>> = {};
try {
  for (const procedure of await proceduresOf(collections)) {
    if (!procedure.measures.some((name) => wanted.includes(name))) continue;
    say(`\n${procedure.measures.join(', ')}`);
    try {
      findings.push(await procedure.measure(arena));
    } catch (error) {
      const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      say(`failed: ${why}`);
      for (const name of procedure.measures) missing[name] = { outcome: 'not measured', why };
    }
  }
} finally {
  await browser.close();
  await server.close();
}

const report = reportOf(findings, missing, { machine, runs, starts: arena.starts });
console.log(textOf(report));
if (values.json) {
  mkdirSync(dirname(resolve(values.json)), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
if (findings.length === 0) stop('Nothing could be measured.');

async function proceduresOf(collections: readonly Photo[][]): Promise<Procedure[]> {
  const workshop = await openWorkshop(browser, server);
  const ofEach = async (choose: (photos: Photo[]) => Promise<Photo[]>) => {
    const chosen: Photo[] = [];
    for (const photos of collections) chosen.push(...(await choose(photos)));
    return chosen;
  };
  const lying = await ofEach((photos) => shapedPhotos(photos, 3 / 2, photosOfShape, workshop));
  const square = await ofEach((photos) => shapedPhotos(photos, 1, photosOfShape, workshop));
  const large = await ofEach(async (photos) => [await twelveMegapixelPhoto(photos, workshop)]);
  await workshop.close();
  const [photo] = lying;
  if (!photo) throw new Error('no photo can be cropped to 3:2');

  return [
    {
      measures: ['modelTime32'],
      measure: (arena) => measureWarm({ photos: lying, isolated: true, readings: { modelTime32: networkMs } }, arena),
    },
    {
      measures: ['modelTimeSquare'],
      measure: (arena) =>
        measureWarm({ photos: square, isolated: true, readings: { modelTimeSquare: networkMs } }, arena),
    },
    {
      measures: ['modelTimeOneThread'],
      measure: (arena) =>
        measureWarm({ photos: [photo], isolated: false, readings: { modelTimeOneThread: networkMs } }, arena),
    },
    {
      measures: ['endToEnd12mp', 'longestTask'],
      measure: (arena) => {
        const readings = {
          endToEnd12mp: ({ durationMs }: Run) => durationMs,
          longestTask: ({ longestTaskMs }: Run) => longestTaskMs,
        };
        return measureWarm({ photos: large, isolated: true, readings }, arena);
      },
    },
    { measures: ['everyPhoto'], measure: (arena) => measurePhotos(collections.at(-1) ?? [], arena) },
    { measures: ['coldBytes', 'coldFirstResult'], measure: (arena) => measureCold(photo, arena) },
    { measures: ['peakMemory'], measure: (arena) => measureMemory(photo, arena) },
    { measures: ['vsNative'], measure: (arena) => measureNative(photo, arena) },
  ];
}

function say(line: string): void {
  console.error(line);
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
