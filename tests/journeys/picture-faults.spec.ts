/** The service that makes backgrounds from words is down, or answers what is no picture. */
import { expect, type Page } from '@playwright/test';

import { coversFault } from '../support/covers-fault.ts';
import { openInEditor } from '../support/editor-page.ts';
import { picture as photo } from '../support/pictures.ts';
import { picture, pictureMaker, picturesOf, type PictureService } from '../support/server-faults/picture-service.ts';
import { json, page as webPage, stall } from '../support/server-faults/service.ts';
import { test } from '../support/server-faults/surroundings.ts';
import { withLittleMemory } from '../support/tool-page.ts';
import { wordsOf } from '../support/words.ts';

const tags = { tag: ['@faults', '@ai-background', '@long'] };
const saidWithin = { timeout: 60_000 };
const words = 'a wooden table by the window';
const perOrder = 4;
/** Larger than the server takes: 10 MB. */
const hugeBytes = 11 * 1024 * 1024;

const tool = (page: Page) => page.locator('[data-slot=words-tool]');
const field = (page: Page) => tool(page).getByRole('textbox', { name: wordsOf('editor:words.label') });
const failure = (page: Page, code: string) => tool(page).locator(`[data-code=${code}]`);

/** Opens the tool with the provider of this server chosen. */
async function openTool(page: Page): Promise<void> {
  await withLittleMemory(page);
  await openInEditor(page, photo('small/mug.jpg').path, '/en/ai-background');
  await expect(tool(page).getByRole('radio', { name: pictureMaker })).toBeChecked();
  await field(page).fill(words);
}

const make = (page: Page) =>
  tool(page)
    .getByRole('button', { name: wordsOf('editor:words.make'), exact: true })
    .click();

/** Makes four backgrounds. @returns how many images are left today. */
async function makeFour(page: Page): Promise<number> {
  const count = /(\d+) images? (?:are|is) left today/;
  const before = await left(page);
  await make(page);
  await expect.poll(() => left(page), saidWithin).not.toBe(before);
  return Number(count.exec(await tool(page).innerText())?.[1]);
}

/** Returns the number that the page shows, or null before an order. */
async function left(page: Page): Promise<string | null> {
  return /(\d+) images? (?:are|is) left today/.exec(await tool(page).innerText())?.[1] ?? null;
}

const refusal = (code: string) => ({ error: { code, type: code, message: 'no', param: null } });

interface Fault {
  readonly name: string;
  readonly begin: (pictures: PictureService) => unknown;
  /** Failure in the markup, and the key of its text. */
  readonly code: string;
  readonly key: string;
}

const faults: readonly Fault[] = [
  {
    name: 'refuses connections',
    begin: (pictures) => pictures.close(),
    code: 'failed',
    key: 'messages:generation.failed.text',
  },
  {
    name: 'answers 500',
    begin: (pictures) => pictures.answerWith(json({}, 500)),
    code: 'failed',
    key: 'messages:generation.failed.text',
  },
  {
    name: 'never answers',
    begin: (pictures) => pictures.answerWith(stall),
    code: 'timeout',
    key: 'editor:words.failure.timeout',
  },
  {
    name: 'answers with a web page',
    begin: (pictures) => pictures.answerWith(webPage),
    code: 'failed',
    key: 'messages:generation.failed.text',
  },
  {
    name: 'sends a picture that is cut off',
    begin: (pictures) => pictures.answerWith(picturesOf(picture().subarray(0, -20))),
    code: 'fetch-failed',
    key: 'editor:words.failure.fetch-failed',
  },
  {
    name: 'sends a picture of 11 MB',
    begin: (pictures) => pictures.answerWith(picturesOf(Buffer.concat([picture(), Buffer.alloc(hugeBytes)]))),
    code: 'fetch-failed',
    key: 'editor:words.failure.fetch-failed',
  },
  {
    name: 'sends a page in place of a picture',
    begin: (pictures) => pictures.answerWith(picturesOf(Buffer.from('<!doctype html><title>No picture</title>'))),
    code: 'fetch-failed',
    key: 'editor:words.failure.fetch-failed',
  },
  {
    name: 'refuses because its quota is used up',
    begin: (pictures) => pictures.answerWith(json(refusal('insufficient_quota'), 429)),
    code: 'failed',
    key: 'messages:generation.failed.text',
  },
  {
    name: 'refuses because it is busy',
    begin: (pictures) => pictures.answerWith(json(refusal('rate_limit_exceeded'), 429)),
    code: 'busy',
    key: 'editor:words.failure.busy',
  },
];

for (const { name, begin, code, key } of faults) {
  test(
    `when the service of pictures ${name}, the words stay and nothing is counted`,
    tags,
    async ({ page, around: { pictures } }) => {
      coversFault({
        fault: `the service that makes pictures ${name}`,
        sees: key.replace(/\.text$/, ''),
        kept: 'the words and the allowance; the next try makes pictures',
      });
      await openTool(page);
      const before = await makeFour(page);
      await begin(pictures);
      await make(page);
      await expect(failure(page, code)).toBeVisible(saidWithin);
      await expect(failure(page, code)).toContainText(wordsOf(key, { name: pictureMaker, wait: '60 seconds' }));
      await expect(field(page)).toHaveValue(words);
      expect(Number(await left(page)), 'images left').toBe(before);
      await pictures.setBack();
      expect(await makeFour(page)).toBe(before - perOrder);
      await expect(failure(page, code)).toHaveCount(0);
    },
  );
}

test('a picture of a wrong type by its header is opened by its bytes', tags, async ({ page, around: { pictures } }) => {
  coversFault({
    fault: 'the service that makes pictures names a wrong type',
    sees: 'the pictures',
    kept: 'everything',
  });
  await openTool(page);
  pictures.answerWith((_, response) => {
    response.setHeader('content-type', 'text/plain');
    const data = Array.from({ length: perOrder }, () => ({
      b64_json: picture().toString('base64'),
      type: 'image/gif',
    }));
    response.end(JSON.stringify({ created: 1_700_000_000, data }));
  });
  await make(page);
  await expect(
    tool(page)
      .getByText(wordsOf('editor:words.by.provider', { name: pictureMaker }))
      .last(),
  ).toBeVisible();
});

test('a picture that no browser can open is said to be counted', tags, async ({ page, around: { pictures } }) => {
  coversFault({
    fault: 'the service that makes pictures sends a whole file whose pixels are damaged',
    sees: 'editor:words.failure.unreadable',
    kept: 'the words; the images are counted, and the page says so',
  });
  await openTool(page);
  const before = await makeFour(page);
  const damaged = picture();
  // The chunk with the pixels begins after the signature, the header’s chunk, and its own length and name.
  damaged.fill(0xff, 8 + 25 + 8, damaged.length - 20);
  pictures.answerWith(picturesOf(damaged, damaged, damaged, damaged));
  await make(page);
  const alert = failure(page, 'unreadable');
  await expect(alert).toContainText(wordsOf('editor:words.failure.unreadable', { name: pictureMaker }), saidWithin);
  await expect(field(page)).toHaveValue(words);
  expect(Number(await left(page)), 'images left').toBe(before - perOrder);
});

test('a server that stalls leaves the tool to this device', tags, async ({ page }) => {
  coversFault({
    fault: 'the server never tells whether a service makes pictures',
    sees: 'backgrounds of this device, after eight seconds',
    kept: 'the words',
  });
  await page.route('**/functions/v1/generate-background', () => undefined);
  await withLittleMemory(page);
  await openInEditor(page, photo('small/mug.jpg').path, '/en/ai-background');
  await field(page).fill(words);
  await make(page);
  await expect(tool(page).getByRole('radio', { name: wordsOf('editor:words.candidate', { count: 1 }) })).toBeVisible(
    saidWithin,
  );
  await expect(field(page)).toHaveValue(words);
});
