/** Damages thousands of image files and opens them: `npm run soak -- pictures --help`. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Browser, chromium, type Page } from 'playwright';

import { buildKernels } from '../../../scripts/build.ts';
import { chromiumPath, ensureChromium } from '../../../scripts/chromium.ts';
import { createCommand, namesOf, wholeNumber } from '../../../scripts/command.ts';
import { servePage } from '../../../scripts/serve-page.ts';
import { hostileFiles } from '../../hostile/hostile-files.ts';
import { makeRedModel } from '../../hostile/red-model.ts';
import { type Finding, tableOf } from '../finding.ts';
import { growthOf } from '../growth.ts';
import { watchResidentMemory } from '../resident-memory.ts';
import type { NodeTask } from './fuzz-in-node.ts';
import type { FuzzReport, WrongFile } from './fuzz-report.ts';
import { mutatedFile } from './mutate.ts';

const parts = ['node', 'browser', 'pipeline'] as const;

const {
  files: fileCount,
  cutouts,
  seed,
  only,
  first,
} = createCommand('npm run soak -- pictures', 'Prints a table of checks, and fails when one is bad.')
  .option('--files <count>', 'number of files that are validated and decoded', wholeNumber(1), 20_000)
  .option('--cutouts <count>', 'number of files that go through the whole pipeline', wholeNumber(1), 1000)
  .option('--seed <number>', 'seed of the mutations', wholeNumber(0), 1)
  .option('--first <index>', 'index of the first file, to repeat one', wholeNumber(0), 0)
  .option('--only <parts>', `some of ${parts.join(', ')}`, namesOf(parts), parts)
  .parse()
  .opts();

/** Number of files of a message to a process or a page. */
const filesAtOnce = 100;
/** Largest time for the files of a message. A file takes milliseconds. */
const timeoutMs = 300_000;
/** Folder of the files that were treated wrongly. Git ignores it. */
const folder = join(import.meta.dirname, '../../../test-results/hostile');

/** Small intact files. Large ones would only make it less likely that a mutation matters. */
const originals = hostileFiles
  .filter(({ expected, converted }) => (converted ?? expected).outcome === 'opens')
  .map(({ bytes }) => bytes)
  .filter(({ length }) => length < 12_000);
const wanted = new Set<string>(only);
const findings: Finding[] = [];

if (wanted.has('node')) findings.push(...(await fuzzInNode()));
if (wanted.has('browser') || wanted.has('pipeline')) findings.push(...(await fuzzInBrowser()));
console.log(tableOf(findings));
process.exitCode = findings.some(({ isGood }) => isGood === false) ? 1 : 0;

/** Validates and decodes in a process of its own, which is started again when a file ends or hangs it. */
async function fuzzInNode(): Promise<Finding[]> {
  const reports: FuzzReport[] = [];
  const memory: number[] = [];
  let child: ChildProcess | undefined;
  for (const indices of groups(fileCount)) {
    child ??= startNode();
    const outcome = await inChild(child, indices);
    if ('wrong' in outcome) {
      reports.push({ counts: {}, wrong: [outcome.wrong], slowestMs: 0 });
      child.kill('SIGKILL');
      child = undefined;
      continue;
    }
    reports.push(outcome.report);
    memory.push(outcome.memoryBytes);
    show('Node', reports, fileCount, outcome.memoryBytes);
  }
  child?.kill();
  // libvips fills its cache at first.
  return [...findingsOf('Node', reports), growthOf('Node', memory.slice(Math.floor(memory.length / 5)), 0.2)];
}

function startNode(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'fuzz-in-node.ts'), {
    serialization: 'advanced',
    execArgv: ['--expose-gc'],
  });
  child.send({ files: originals, seed } satisfies NodeTask);
  return child;
}

type Answer = { readonly report: FuzzReport; readonly memoryBytes: number } | { readonly wrong: WrongFile };

/** Lets the process try some files. @returns the file at which it ended or hung, if it did. */
function inChild(child: ChildProcess, indices: readonly number[]): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let last = indices[0] ?? 0;
  const onMessage = (message: { readonly index: number } | Exclude<Answer, { wrong: WrongFile }>) => {
    if ('index' in message) last = message.index;
    else resolve(message);
  };
  const onExit = () => resolve({ wrong: { index: last, what: 'the process ended' } });
  const timer = setTimeout(() => resolve({ wrong: { index: last, what: 'the process hangs' } }), timeoutMs);
  child.on('message', onMessage).once('exit', onExit);
  child.send({ indices } satisfies NodeTask);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onExit);
  });
}

async function fuzzInBrowser(): Promise<Finding[]> {
  await Promise.all([ensureChromium(), buildKernels()]);
  const model = makeRedModel();
  const server = await servePage(join(import.meta.dirname, 'pictures-page'), (app) => {
    app.get('/files/:at', (context) => context.body(new Uint8Array(originals[Number(context.req.param('at'))] ?? [])));
    app.get('/model/:file', (context) =>
      context.body(new Uint8Array(readFileSync(join(model, context.req.param('file'))))),
    );
  });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    return [
      ...(wanted.has('browser') ? await fuzzPage(browser, server.origin, 'decode', fileCount) : []),
      ...(wanted.has('pipeline') ? await fuzzPage(browser, server.origin, 'cutOut', cutouts) : []),
    ];
  } finally {
    await browser.close();
    await server.close();
    rmSync(model, { recursive: true });
  }
}

async function fuzzPage(browser: Browser, origin: string, way: 'decode' | 'cutOut', count: number): Promise<Finding[]> {
  const name = way === 'decode' ? 'browser' : 'pipeline';
  const reports: FuzzReport[] = [];
  const memory: number[] = [];
  const unhandled: string[] = [];
  const sample = await watchResidentMemory(browser);
  let page: Page | undefined;
  for (const indices of groups(count, way === 'decode' ? filesAtOnce : 10)) {
    page ??= await openPage(browser, origin, unhandled);
    const report = await inPage(page, way, indices);
    if (!report) {
      reports.push({
        counts: {},
        wrong: [{ index: indices[0] ?? 0, what: 'the page ended or hangs, from here' }],
        slowestMs: 0,
      });
      await page.close();
      page = undefined;
      continue;
    }
    reports.push(report);
    if (sample) memory.push((await sample()).renderers);
    show(name, reports, count, memory.at(-1));
  }
  await page?.close();
  return [
    ...findingsOf(name, reports),
    { what: `${name}: uncaught errors`, value: unhandled[0] ?? 'none', isGood: unhandled.length === 0 },
    // The decoders' caches fill at first.
    growthOf(name, memory.slice(Math.floor(memory.length / 5)), 0.2),
  ];
}

/** Lets the page try some files. @returns undefined when it crashed or does not answer. */
async function inPage(
  page: Page,
  way: 'decode' | 'cutOut',
  indices: readonly number[],
): Promise<FuzzReport | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  const answer = page
    .evaluate(([chosen, all]) => window.fuzzPage[chosen](all), [way, indices] as const)
    .catch(() => undefined);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

async function openPage(browser: Browser, origin: string, unhandled: string[]): Promise<Page> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => unhandled.push(String(error)));
  await page.goto(origin);
  await page.waitForFunction(() => 'fuzzPage' in window);
  await page.evaluate(([count, chosen]) => window.fuzzPage.open(count, chosen), [originals.length, seed] as const);
  return page;
}

/** Returns the indices of all files in groups. */
function groups(count: number, size = filesAtOnce): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, group) =>
    Array.from({ length: Math.min(size, count - group * size) }, (__, at) => first + group * size + at),
  );
}

function findingsOf(name: string, reports: readonly FuzzReport[]): Finding[] {
  const wrong = reports.flatMap((report) => report.wrong);
  keepFiles(wrong);
  const counts = new Map<string, number>();
  for (const report of reports) {
    for (const [outcome, count] of Object.entries(report.counts))
      counts.set(outcome, (counts.get(outcome) ?? 0) + count);
  }
  const tried = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const slowestMs = Math.max(...reports.map((report) => report.slowestMs));
  return [
    { what: `${name}: mutated files`, value: `${tried}, from ${originals.length} files, seed ${seed}` },
    ...[...counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([outcome, count]) => ({ what: `${name}: ${outcome}`, value: `${count}` })),
    {
      what: `${name}: treated wrongly, crashes and hangs included`,
      value:
        wrong.length === 0
          ? 'none'
          : wrong
              .slice(0, 5)
              .map(({ index, what }) => `${index} (${what})`)
              .join('; '),
      isGood: wrong.length === 0,
    },
    { what: `${name}: slowest file`, value: `${Math.round(slowestMs)} ms` },
  ];
}

/** Writes the files that were treated wrongly, so that they can be looked at. */
function keepFiles(wrong: readonly WrongFile[]): void {
  if (wrong.length > 0) mkdirSync(folder, { recursive: true });
  for (const { index } of wrong)
    writeFileSync(join(folder, `${seed}-${index}`), mutatedFile(originals, seed, index).bytes);
}

function show(name: string, reports: readonly FuzzReport[], count: number, memoryBytes = Number.NaN): void {
  const tried = reports.flatMap((report) => Object.values(report.counts)).reduce((sum, each) => sum + each, 0);
  process.stderr.write(
    `${name} ${tried} of ${count}, ${reports.flatMap((report) => report.wrong).length} wrong, ${Math.round(memoryBytes / 1e6)} MB\n`,
  );
}
