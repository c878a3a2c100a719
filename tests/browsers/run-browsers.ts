/**
 * Does the main jobs in every browser, prints how each ended, and writes the newest results into `results.json` and
 * `docs/browsers.md`: `npm run test:browsers`. Fails when a job fails without a message of the site.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { createCommand, namesOf, newFolder } from '../../scripts/command.ts';
import { serveSite } from '../../scripts/serve-site.ts';
import { picture } from '../support/pictures.ts';
import { tapWire } from '../support/wire.ts';
import { type Abilities, measureAbilities } from './abilities.ts';
import { type BrowserRow, browsers, missingPackages } from './browsers.ts';
import { type Job, jobs } from './jobs.ts';
import { lineOf, type Outcome } from './report.ts';
import { keepFinding } from './results.ts';
import { namedLimits, type Workplace } from './steps.ts';
import { MessageShown } from './tab.ts';
import { takeScreenshots } from './take-screenshots.ts';
import { withoutFilePicker } from './taken-away.ts';

const root = join(import.meta.dirname, '../..');
const {
  browser: chosen,
  job: chosenJobs,
  shots,
} = createCommand(
  'npm run test:browsers --',
  'does the main jobs in Firefox, WebKitGTK and crippled Chromiums, and writes docs/browsers.md',
)
  .option(
    '--browser <names>',
    `only these: ${browsers.map(({ id }) => id).join(', ')}`,
    namesOf(browsers.map(({ id }) => id)),
  )
  .option('--job <names>', `only these: ${jobs.map(({ id }) => id).join(', ')}`, namesOf(jobs.map(({ id }) => id)))
  .option('--shots <folder>', 'only takes screenshots of the main pages, into this folder', newFolder)
  .parse()
  .opts();
const rows = browsers.filter(({ id }) => chosen?.includes(id) ?? true);
const wantedJobs = jobs.filter(({ id }) => chosenJobs?.includes(id) ?? true);

const missing = [...new Set(rows.flatMap(missingPackages))];
if (missing.length > 0) {
  console.error(
    `These packages of Debian are missing: ${missing.join(', ')}. Install them with apt-get install, or choose browsers with --browser.`,
  );
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'isola-browsers-'));
/** The built site without accounts, which most jobs do not need. */
const site = await serveSite();
/** The built site with its backend. It is started for the first job that needs accounts. */
let accounts: ReturnType<typeof startBackend> | undefined;
try {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    if (shots === undefined) {
      for (const job of wantedJobs) outcomes.push(await tryJob(row, job));
    } else {
      await withBrowser(row, site.url, (workplace) => takeScreenshots(workplace, join(shots, row.id)));
    }
  }
  if (outcomes.some(({ state }) => state === 'failed')) process.exitCode = 1;
} finally {
  site.close();
  await (await accounts)?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Does a job in a browser and keeps its outcome. */
async function tryJob(row: BrowserRow, job: Job): Promise<Outcome> {
  let abilities: Abilities | undefined;
  const url = job.needsAccounts ? (await (accounts ??= startBackend())).url : site.url;
  const work = async (workplace: Workplace): Promise<Outcome> => {
    const startedAt = performance.now();
    try {
      const measured = await job.run(workplace);
      const seconds = (performance.now() - startedAt) / 1000;
      return { state: 'passed', measured, seconds, limits: await namedLimits(workplace.tab) };
    } catch (error) {
      if (!(error instanceof MessageShown)) throw error;
      return { state: 'message', key: error.message };
    } finally {
      abilities = await measureAbilities(workplace.tab).catch(() => undefined);
    }
  };
  const outcome = await withBrowser(row, url, work).catch((error: unknown): Outcome => ({
    state: 'failed',
    reason: firstLine(error),
  }));
  console.log(`${row.name}, ${job.name}: ${lineOf(outcome)}`);
  keepFinding(row.id, { day: new Date().toISOString().slice(0, 10), abilities, outcomes: { [job.id]: outcome } });
  return outcome;
}

/** Opens a browser without a history, behind a wire that takes away what its row lacks. */
async function withBrowser<Result>(
  row: BrowserRow,
  url: string,
  work: (workplace: Workplace) => Promise<Result>,
): Promise<Result> {
  const downloads = mkdtempSync(join(folder, `${row.id}-`));
  const { prelude = '', withheld = [] } = row;
  const wire = await tapWire(url, { prelude: `${withoutFilePicker}${prelude}`, withheld });
  try {
    const tab = await row.open(downloads);
    try {
      return await work({ tab, wire, site: url, photo: await photoOf(row) });
    } finally {
      await tab.close();
    }
  } finally {
    wire.close();
  }
}

/** Returns the photo of a single image and its matte, enlarged if the row needs more pixels. */
async function photoOf({ photoWidthPx }: BrowserRow): Promise<Workplace['photo']> {
  const { path } = picture('mug.jpg');
  const alpha = path.replace('.jpg', '.alpha.png');
  if (photoWidthPx === undefined) return { path, truth: alpha };
  const enlarged = { path: join(folder, 'mug.jpg'), truth: join(folder, 'mug.alpha.png') };
  if (!existsSync(enlarged.path)) {
    await sharp(path).resize(photoWidthPx).jpeg().toFile(enlarged.path);
    await sharp(alpha).resize(photoWidthPx).png().toFile(enlarged.truth);
  }
  return enlarged;
}

/** Starts the built site as `npm run serve` does, on a free port and with an empty database. */
async function startBackend(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const data = join(folder, 'data');
  mkdirSync(data);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['scripts/tasks.ts', 'serve'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn' },
  });
  // This address answers once the backend runs; without a key the answer is a refusal, which is enough.
  for (let isUp = false; !isUp;) {
    if (child.exitCode !== null) throw new Error('The server of the site did not start.');
    isUp = await fetch(`${url}/rest/v1/plans`).then(
      ({ status }) => status < 500,
      () => false,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

function firstLine(error: unknown): string {
  // An error of WebDriver may have a name but no message.
  const text = error instanceof Error ? error.message.trim() || error.name : String(error);
  return text.split('\n')[0]?.slice(0, 200) ?? '';
}
