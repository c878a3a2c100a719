import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';

import { sourceFormatOf } from '../../packages/convert/src/formats/source-formats.ts';
import { type Expected, expectedWithin, type HostileFile } from '../hostile/hostile-file.ts';
import { hostileFiles } from '../hostile/hostile-files.ts';
import { cutoutOf, decodedOutcome, expectedOutcome } from '../hostile/outcome.ts';
import { makeRedModel } from '../hostile/red-model.ts';
import { leftOut, progress, saved, squarePng, withoutFilePicker } from '../support/batch-page.ts';
import { panel } from '../support/editor-page.ts';
import { booted, consoleErrors } from '../support/first-visit.ts';
import { drop, sessionView } from '../support/tool-page.ts';
import { wordsOf } from '../support/words.ts';

/** Largest file that the site accepts, in bytes. The owner of the site set it. */
const maxSiteBytes = 10 << 20;
const expectedOfSite = (file: HostileFile): Expected => expectedWithin(maxSiteBytes, file);

let folder = '';
let models = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-hostile-'));
  models = makeRedModel();
  for (const { name, bytes } of hostileFiles) writeFileSync(join(folder, name), bytes);
});
test.afterAll(() => [folder, models].forEach((each) => rmSync(each, { recursive: true })));

test.beforeEach(async ({ page }) => {
  test.setTimeout(1_800_000);
  // The model takes no time and finds what is red. Everything else is the site's own.
  await page.route('**/models/**', (route) => {
    const path = join(models, basename(new URL(route.request().url()).pathname));
    return existsSync(path) ? route.fulfill({ path }) : route.abort();
  });
  await withoutFilePicker(page);
});

/** Result of each file, by name. All are compared at once, so that a failure lists every file with another result. */
type Outcomes = Record<string, string>;

const expectedOutcomes = (files: readonly HostileFile[]): Outcomes =>
  Object.fromEntries(files.map((file) => [file.name, messageOf(expectedOfSite(file))]));

/** Returns the message that a page shows, or `opens`. */
function messageOf(expected: Expected): string {
  if (expected.outcome === 'opens') return 'opens';
  const { code, format } = expected;
  return format ? wordsOf('errors:unsupported-format.named', { format }) : wordsOf(`errors:${code}.title`);
}

/** Collects what must not happen with any file: an error in the page, a script of a file, a request to elsewhere. */
function watch(page: Page): () => readonly string[] {
  const errors = consoleErrors(page);
  const requests: string[] = [];
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => requests.push(request.url()));
  return () => [
    // The networks that find faces are missing on purpose.
    ...errors.filter((text) => !/ERR_FAILED|models\/face-/.test(text)),
    ...requests.filter((url) => url.includes('hostile.example') || /\/hostile(\.png)?$/.test(url)),
  ];
}

/** Makes a file of the disk available in the page, without sending its bytes through the test. */
async function transferOf(page: Page, files: readonly HostileFile[]) {
  const input = await page.evaluateHandle(() => {
    const chosen = document.createElement('input');
    chosen.type = 'file';
    chosen.multiple = true;
    chosen.hidden = true;
    document.body.append(chosen);
    return chosen;
  });
  await input.setInputFiles(files.map(({ name }) => join(folder, name)));
  return input.evaluateHandle((chosen) => {
    const transfer = new DataTransfer();
    for (const file of chosen.files ?? []) transfer.items.add(file);
    chosen.remove();
    return transfer;
  });
}

async function dropFiles(page: Page, ...files: readonly HostileFile[]): Promise<void> {
  const dataTransfer = await transferOf(page, files);
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer });
}

const alert = (page: Page) => page.locator('[role=alert][data-code]');

async function dismiss(page: Page): Promise<void> {
  await alert(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert(page)).toHaveCount(0);
}

interface Door {
  readonly address: string;
  /** Selector of the tool once the image is finished. */
  readonly finished: string;
  /** True when the tool shows the name of the open image. Another tool is emptied before each image. */
  readonly namesImage: boolean;
}

const doors: Readonly<Record<string, Door>> = {
  'the page of single images': {
    address: '/en/single',
    finished: '[data-slot=session-view][data-state=done]',
    namesImage: true,
  },
  'the shop photo tool': {
    address: '/en/ecommerce',
    finished: '[data-slot=shop-photos]:is([data-state=open], [data-state=empty])',
    namesImage: true,
  },
  'the ID photo tool': {
    address: '/en/id-photo',
    finished: '[data-slot=id-photo][data-state=done]',
    namesImage: false,
  },
};

for (const [name, door] of Object.entries(doors)) {
  test(
    `${name} opens the hostile files that are images, and says what is wrong with the others`,
    { tag: ['@hostile', '@long'] },
    async ({ page }) => {
      const faults = watch(page);
      await page.goto(door.address);
      await booted(page);
      const found: Outcomes = {};
      for (const file of hostileFiles) found[file.name] = await outcomeAt(page, door, file);
      expect(found).toEqual(expectedOutcomes(hostileFiles));
      expect(faults()).toEqual([]);
      expect(await page.title()).not.toBe('hostile');
    },
  );
}

async function outcomeAt(page: Page, { finished, namesImage }: Door, file: HostileFile): Promise<string> {
  await dropFiles(page, file);
  const shown = await page.waitForFunction(
    ([selector, name]) => {
      const refusal = document.querySelector('[role=alert][data-code]');
      if (refusal) return refusal.textContent;
      const isNamed = name === '' || [...document.querySelectorAll('h2')].some(({ title }) => title === name);
      return isNamed && document.querySelector(selector) ? 'opens' : undefined;
    },
    [finished, namesImage ? file.name : ''] as const,
    { timeout: 120_000 },
  );
  const text = (await shown.jsonValue()) ?? '';
  if (text === 'opens') {
    if (!namesImage) {
      await page.getByRole('button', { name: 'Another image' }).click();
      await expect(page.locator(finished)).toHaveCount(0);
    }
    return text;
  }
  const expected = expectedOfSite(file);
  const message = messageOf(expected);
  // A format that can be converted has the button for it. Trying again would help with none of them.
  const format = expected.outcome === 'refused' ? expected.format : undefined;
  const buttons = sourceFormatOf(format) ? [wordsOf('errors:convert.action'), ''] : [''];
  const shownButtons = await alert(page).getByRole('button').allInnerTexts();
  await dismiss(page);
  if (!text.includes(message)) return text;
  return shownButtons.map((words) => words.trim()).join() === buttons.join()
    ? message
    : `${message}, with the buttons ${shownButtons.join()}`;
}

test(
  'the panel of backgrounds takes the hostile files that are images, and says what is wrong with the others',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    const faults = watch(page);
    await page.goto('/en/single');
    await booted(page);
    const [image, ...rest] = hostileFiles;
    if (!image) throw new Error('there are no files');
    await dropFiles(page, image);
    await expect(sessionView(page)).toHaveAttribute('data-state', 'done', { timeout: 120_000 });
    const own = panel(page).getByRole('button', { name: /^Own image \d+$/ });
    const found: Outcomes = {};
    let count = 0;
    for (const file of rest) {
      await panel(page).locator('input[type=file]').setInputFiles(join(folder, file.name));
      // The note about a doubtful cutout may appear in the same panel at any time.
      const refusal = panel(page).locator('[data-code]:not([data-code=doubts])');
      await expect(refusal.or(own.nth(count)).first()).toBeVisible();
      if ((await own.count()) > count) {
        await expect(own.nth(count)).toHaveAttribute('aria-pressed', 'true');
        count += 1;
        found[file.name] = 'opens';
        continue;
      }
      const text = (await refusal.textContent()) ?? '';
      const message = messageOf(expectedOfSite(file));
      found[file.name] = text.includes(message) ? message : text;
      await refusal.getByRole('button', { name: 'Dismiss' }).click();
      await expect(refusal).toHaveCount(0);
    }
    expect(found).toEqual(expectedOutcomes(rest));
    expect(faults()).toEqual([]);
  },
);

/** Largest number of images of a batch without an account is 50. */
const filesAtOnce = 48;
/** Files without those whose bytes another one has, about which a batch asks. */
const distinctFiles = [
  ...new Map(
    hostileFiles.map((file) => [createHash('sha256').update(file.bytes).digest('hex'), file] as const).toReversed(),
  ).values(),
].toReversed();

for (let from = 0; from < distinctFiles.length; from += filesAtOnce) {
  const files = distinctFiles.slice(from, from + filesAtOnce);
  test(
    `a batch of the hostile files ${from + 1} to ${from + files.length} has right cutouts, and names the others with their reasons`,
    { tag: ['@hostile', '@long'] },
    async ({ page }) => {
      const faults = watch(page);
      await page.goto('/en/batch');
      await booted(page);
      await dropFiles(page, ...files);
      const opened = files.filter((file) => expectedOfSite(file).outcome === 'opens');
      const done = page.getByRole('button', { name: /^Download \d+$/ });
      await expect(progress(page)).toContainText(/images? processed/, { timeout: 600_000 });
      const found: Outcomes = {};
      for (const { name, reason } of await listedReasons(page)) found[name] = reason;
      await page.getByRole('button', { name: 'More', exact: true }).click();
      const table = await saved(page, page.getByRole('menuitem', { name: 'Save the list as CSV' }));
      const records = recordsOf(table.bytes.toString());
      const archive = opened.length > 0 ? await JSZip.loadAsync((await saved(page, done)).bytes) : new JSZip();
      for (const { name = '', outcome, reason, result = '' } of records) {
        const file = files.find((each) => each.name === name);
        if (!file) throw new Error(`${name} was not dropped`);
        if (outcome === 'failed') found[name] = wordsOf(`errors:${reason}.title`);
        else found[name] = await cutoutIn(archive, result, file);
      }
      expect(found).toEqual(
        Object.fromEntries(files.map((file) => [file.name, resultOf(expectedOfSite(file))] as const)),
      );
      expect(faults()).toEqual([]);
    },
  );
}

/** Names that lead elsewhere, end a text early, change its direction, or that a disk does not take. */
const hostileNames = [
  '../../etc/passwd.png',
  String.raw`C:\Windows\system32.png`,
  'cute\u202Egnp.exe',
  'CON.png',
  '.png',
  '   .png',
  'zero\0.png',
  'line\nbreak.png',
  '<img src=x onerror=alert(1)>.png',
  '"quotes", and a comma.png',
  '=1+1.png',
  '--out.png',
  '%2e%2e%2f.png',
  `${'long'.repeat(100)}.png`,
  '👩‍👩‍👧‍👦.png',
  'Cafe\u0301.png',
  'Caf\u00E9.png',
  'CAF\u00C9.png',
  '__proto__',
  'no ending',
];

test(
  'images with hostile names are cut out, and their names in the zip are distinct and safe on every disk',
  { tag: ['@hostile', '@long'] },
  async ({ page }) => {
    const faults = watch(page);
    await page.goto('/en/batch');
    await drop(page, ...hostileNames.map((name, index) => ({ name, bytes: squarePng(index, 32 + index) })));
    await expect(progress(page)).toContainText(`${hostileNames.length} images processed`, { timeout: 300_000 });
    const zip = await saved(page, page.getByRole('button', { name: `Download ${hostileNames.length}` }));
    const names = Object.keys((await JSZip.loadAsync(zip.bytes)).files);
    expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(hostileNames.length);
    for (const name of names) {
      // Windows, macOS or Linux refuse these, and some of them hide the ending of a name.
      expect(name).not.toMatch(
        /[\p{Cc}<>:"/\\|?*\u202A-\u202E\u2066-\u2069]|^(?:con|prn|aux|nul|com\d|lpt\d)\.|^[.\s]|[.\s]$/iu,
      );
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    }
    expect(faults()).toEqual([]);
  },
);

const resultOf = (expected: Expected): string =>
  expected.outcome === 'opens' ? expectedOutcome(expected) : messageOf(expected);

async function cutoutIn(archive: JSZip, result: string, file: HostileFile): Promise<string> {
  const bytes = await archive.file(result)?.async('nodebuffer');
  if (!bytes) return `the zip has no ${result}`;
  const { width, height, data } = PNG.sync.read(bytes);
  return decodedOutcome({ widthPx: width, heightPx: height, data }, cutoutOf(expectedOfSite(file)));
}

/** Returns the files that a batch did not take, with their reasons. */
async function listedReasons(page: Page): Promise<readonly { readonly name: string; readonly reason: string }[]> {
  if ((await leftOut(page).count()) === 0) return [];
  const more = leftOut(page).getByRole('button', { name: /more/ });
  if (await more.isVisible()) await more.click();
  const texts = await leftOut(page).locator('li').allInnerTexts();
  return texts.map((text) => {
    const [name = '', reason = ''] = text.split(' · ');
    return { name, reason };
  });
}

/** Reads a table of CSV whose values contain no quotes. */
function recordsOf(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...lines] = text
    .replace('\uFEFF', '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((value) => value.replaceAll(/^"|"$/g, '')));
  return lines.map((values) => Object.fromEntries(values.map((value, at) => [head[at] ?? '', value])));
}
