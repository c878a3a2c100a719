import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, test } from '@playwright/test';
import sharp from 'sharp';

import { type Expected, expectedWithin, type HostileFile } from '../hostile/hostile-file.ts';
import { hostileFiles } from '../hostile/hostile-files.ts';
import { cutoutOf, decodedOutcome, type DecodedImage, expectedOutcome } from '../hostile/outcome.ts';
import { makeRedModel } from '../hostile/red-model.ts';

const root = join(import.meta.dirname, '../..');

let folder = '';
let models = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-hostile-'));
  models = makeRedModel();
});
test.afterAll(() => [folder, models].forEach((each) => rmSync(each, { recursive: true })));

/** Result of each file, by name. All are compared at once, so that a failure lists every file with another result. */
type Outcomes = Readonly<Record<string, string>>;

const expectedOutcomes = (expectedOf: (file: HostileFile) => Expected): Outcomes =>
  Object.fromEntries(hostileFiles.map((file) => [file.name, expectedOutcome(expectedOf(file))]));

async function decoded(file: Buffer | string): Promise<DecodedImage> {
  const { data, info } = await sharp(file, { limitInputPixels: false })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, data };
}

interface Line {
  readonly file: string;
  readonly output?: string;
  readonly outcome: 'done' | 'animated' | 'failed';
  readonly code?: string;
  readonly detail?: string;
}

test(
  '`cutout` cuts out the hostile files that are images, and says why it refuses the others',
  { tag: ['@hostile', '@long'] },
  async () => {
    test.setTimeout(1_200_000);
    const [inputs, outputs] = [join(folder, 'in'), join(folder, 'out')];
    mkdirSync(inputs);
    for (const { name, bytes } of hostileFiles) writeFileSync(join(inputs, name), bytes);
    const paths = hostileFiles.map(({ name }) => join(inputs, name));
    const words = ['cutout', ...paths, '--out', outputs, '--manifest', join(models, 'manifest.json'), '--json'];
    const child = spawn(process.execPath, [join(root, 'scripts/tasks.ts'), ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const found: Record<string, string> = {};
    for await (const text of createInterface(child.stdout)) {
      const line = JSON.parse(text) as Line;
      const name = basename(line.file);
      const expected = hostileFiles.find((file) => file.name === name);
      if (expected) found[name] = await outcomeOf(line, cutoutOf(expectedOfCutout(expected)));
    }
    // The command fails when a file does.
    expect(await ended).toBe(1);
    expect(found).toEqual(expectedOutcomes(expectedOfCutout));
  },
);

/** Formats that can be converted are converted first. A GIF is read as an animation. */
const expectedOfCutout = (file: HostileFile): Expected =>
  file.convertedInNode ?? file.converted ?? file.inNode ?? file.expected;

async function outcomeOf({ output, outcome, code, detail }: Line, expected: Expected): Promise<string> {
  if (outcome !== 'failed') return decodedOutcome(await decoded(output ?? ''), expected);
  const format = /^the file is ([A-Z][\w ]*)$/.exec(detail ?? '')?.[1];
  return format ? `${code} ${format}` : (code ?? 'failed');
}

/** Codes of remove.bg's interface for a file that is refused. */
const apiCodes: Readonly<Record<string, string>> = {
  'damaged-image': 'failed_to_read_image',
  'empty-file': 'failed_to_read_image',
  'unsupported-format': 'invalid_file_type',
  'image-too-large': 'resolution_too_high',
  'file-too-large': 'file_too_large',
};

/** Largest file that the server accepts, in bytes; see `docs/api.md`. */
const maxApiBytes = 22 << 20;

test(
  'the removal server answers the hostile files with a cutout or the right error, and does not grow',
  { tag: ['@hostile', '@long'] },
  async () => {
    test.setTimeout(1_200_000);
    const server = spawn(process.execPath, [join(root, 'tests/hostile/serve-api.ts'), models], {
      cwd: root,
      env: { ...process.env, PORT: '0', API_KEYS: 'a-key-for-the-tests', API_WORKERS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      const origin = await addressOf(server);
      const found: Record<string, string> = {};
      for (const file of hostileFiles) found[file.name] = await answerOf(origin, file);
      expect(found).toEqual(
        Object.fromEntries(hostileFiles.map((file) => [file.name, expectedAnswer(expectedOfServer(file))])),
      );
      const sendLargeFiles = async () => {
        for (const file of hostileFiles) if (file.bytes.length > 100_000) await answerOf(origin, file);
      };
      // Both measurements follow the same file, because the server holds memory of its latest images for a while.
      await sendLargeFiles();
      const warm = residentBytes(server);
      for (let round = 0; round < 2; round += 1) await sendLargeFiles();
      if (warm !== undefined) expect(residentBytes(server)).toBeLessThan(warm * 1.2);
      expect(server.exitCode).toBeNull();
    } finally {
      server.kill();
    }
  },
);

const expectedOfServer = (file: HostileFile): Expected =>
  expectedWithin(maxApiBytes, file, file.inNode ?? file.expected);

function expectedAnswer(expected: Expected): string {
  if (expected.outcome === 'refused') return `400 ${apiCodes[expected.code] ?? expected.code}`;
  const cutout = cutoutOf(expected);
  const hasSubject = cutout.outcome === 'opens' && (cutout.quarters?.some((colour) => colour !== undefined) ?? true);
  return hasSubject ? `200 ${expectedOutcome(expected)}` : '400 unknown_foreground';
}

async function answerOf(origin: string, file: HostileFile): Promise<string> {
  const form = new FormData();
  form.set('size', 'full');
  form.set('image_file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const headers = { 'x-api-key': 'a-key-for-the-tests' };
  const answer = await fetch(`${origin}/v1.0/removebg`, { method: 'POST', headers, body: form }).catch(
    (cause: unknown) => {
      throw new Error(`${file.name} was not answered`, { cause });
    },
  );
  if (answer.status !== 200) {
    const { errors } = (await answer.json()) as { readonly errors: readonly { readonly code: string }[] };
    const code = errors[0]?.code;
    // An image without quarters may have no subject.
    const expected = expectedOfServer(file);
    const isBlank = code === 'unknown_foreground' && expected.outcome === 'opens' && !expected.quarters;
    return isBlank ? expectedAnswer(expected) : `${answer.status} ${code}`;
  }
  const image = await decoded(Buffer.from(await answer.arrayBuffer()));
  return `200 ${decodedOutcome(image, cutoutOf(expectedOfServer(file)))}`;
}

/** Waits until a server prints its address. */
async function addressOf({ stdout, stderr }: ChildProcess): Promise<string> {
  if (!stdout || !stderr) throw new Error('the server has no output');
  let errors = '';
  stderr.on('data', (data: Buffer) => (errors += data.toString()));
  for await (const line of createInterface(stdout)) {
    const [origin] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
    if (!origin) continue;
    stdout.resume();
    return origin;
  }
  throw new Error(`the server ended: ${errors}`);
}

/** Returns the memory of a process, in bytes; undefined on systems without `/proc`. */
function residentBytes({ pid }: ChildProcess): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
