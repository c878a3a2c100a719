/** Cuts out files and folders with the built segmenter, in a headless Chromium: `npm run cutout -- --help`. */
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';

import { type Browser, chromium, type Page } from 'playwright';
import { PNG } from 'pngjs';

import { buildEngine } from '../build.ts';
import { chromiumPath, ensureChromium } from '../chromium.ts';
import { createCommand } from '../command.ts';
import { type ServedPage, servePage } from '../serve-page.ts';
import type { CutoutAnswer } from './page/page.ts';

interface Job {
  readonly file: string;
  /** Below the output folder, without an ending: a folder's own folders are kept. */
  readonly outputStem: string;
}

type Line = { readonly file: string; readonly output?: string } & CutoutAnswer;

const command = createCommand('npm run cutout --', 'Cuts out images and writes each as a PNG.')
  .argument('<files or folders...>', 'JPEG, PNG or WebP; a folder is searched at any depth')
  .requiredOption('--out <folder>', 'the folder for the results')
  .option('--mask', 'also write the mask as a grey PNG', false)
  .option('--json', 'print one JSON object a line', false)
  .option('--model <id>', 'another model than the default')
  .parse();
const values = command.opts();
const outputFolder = values.out;
const jobs = jobsOf(command.processedArgs[0]);
if (jobs.length === 0) stop('There is no JPEG, PNG or WebP among these.');

await ensureChromium();
await buildEngine();

const inbox = new Map<string, Buffer>();
const outbox = new Map<string, Buffer>();
const server = await servePage(join(import.meta.dirname, 'page'), (app) => {
  app.get('/in/:id', (context) => {
    const bytes = inbox.get(context.req.param('id'));
    return bytes ? context.body(new Uint8Array(bytes)) : context.notFound();
  });
  app.put('/out/:id', async (context) => {
    outbox.set(context.req.param('id'), Buffer.from(await context.req.arrayBuffer()));
    return context.body(null, 204);
  });
});
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

const lines: Line[] = [];
try {
  let page: Page | undefined;
  for (const job of jobs) {
    // A picture that brought its page down must not take the others with it.
    if (!page || page.isClosed()) page = await openPage(browser, server);
    const line = await cutOut(job, page);
    if (line.outcome === 'failed' && line.code === 'page-crashed') await page.close();
    lines.push(line);
    console.log(values.json ? JSON.stringify(line) : textOf(line));
  }
} finally {
  await browser.close();
  await server.close();
}

const failed = lines.filter((line) => line.outcome === 'failed');
if (failed.length > 0) {
  const names = failed.map((line) => `  ${line.file}: ${whyOf(line)}`).join('\n');
  stop(`${failed.length} of ${lines.length} failed:\n${names}`);
}

async function cutOut({ file, outputStem }: Job, page: Page): Promise<Line> {
  const output = join(outputFolder, `${outputStem}-cutout.png`);
  try {
    inbox.set('picture', readFileSync(file));
    const matteUrl = values.mask ? '/out/matte' : undefined;
    const answer = await page.evaluate(
      ([pictureUrl, pngUrl, wanted]) => window.cutoutPage.cutOut(pictureUrl, pngUrl, wanted),
      ['/in/picture', '/out/png', matteUrl] as const,
    );
    if (answer.outcome === 'failed') return { file, ...answer };
    write(output, taken('png'));
    if (values.mask) write(join(outputFolder, `${outputStem}-mask.png`), greyPng(taken('matte'), answer));
    return { file, output, ...answer };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const code = /crash|closed/i.test(words) ? 'page-crashed' : 'processing-failed';
    return { file, outcome: 'failed', code, detail: words };
  } finally {
    inbox.clear();
    outbox.clear();
  }
}

async function openPage(from: Browser, { origin }: ServedPage): Promise<Page> {
  const page = await from.newPage();
  await page.goto(`${origin}/${values.model ? `?model=${encodeURIComponent(values.model)}` : ''}`);
  await page.waitForFunction(() => 'cutoutPage' in window);
  return page;
}

/** Of a folder, the pictures at any depth; a file named by hand is tried whatever it is. Equal names get numbers. */
function jobsOf(paths: readonly string[]): Job[] {
  const files = paths.flatMap((path) => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [{ file: path, from: dirname(path) }];
    const found = globSync('**/*.{jpg,jpeg,png,webp,JPG,JPEG,PNG,WEBP}', { cwd: path }).toSorted();
    return found.map((name) => ({ file: join(path, name), from: path }));
  });
  const taken = new Set<string>();
  return files.map(({ file, from }) => {
    const inside = relative(from, file);
    const stem = join(dirname(inside), basename(inside, extname(inside)));
    let outputStem = stem;
    for (let number = 2; taken.has(outputStem); number += 1) outputStem = `${stem}-${number}`;
    taken.add(outputStem);
    return { file, outputStem };
  });
}

function taken(id: string): Buffer {
  const bytes = outbox.get(id);
  if (!bytes) throw new Error(`the page sent no ${id}`);
  return bytes;
}

function greyPng(matte: Buffer, { widthPx, heightPx }: { widthPx: number; heightPx: number }): Buffer {
  const png = new PNG({ width: widthPx, height: heightPx, colorType: 0, inputColorType: 0, inputHasAlpha: false });
  png.data = matte;
  return PNG.sync.write(png, { colorType: 0, inputColorType: 0, inputHasAlpha: false });
}

function write(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

function textOf(line: Line): string {
  if (line.outcome === 'failed') return `✗ ${line.file}  ${whyOf(line)}`;
  const { timingsMs, threads, thread } = line.run;
  const stages = Object.entries(timingsMs).map(([stage, ms]) => `${stage} ${Math.round(ms)} ms`);
  const subject = line.subject === 'none' ? '  no subject found' : '';
  return `✓ ${line.file}  ${line.widthPx} × ${line.heightPx}  ${stages.join(', ')}  (${thread} thread, ${threads} threads)${subject}`;
}

function whyOf(line: Line): string {
  if (line.outcome === 'done') return '';
  return line.detail ? `${line.code} (${line.detail})` : line.code;
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
