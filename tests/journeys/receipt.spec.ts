import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { expect, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';
import sharp from 'sharp';

import { violations } from '../support/accessibility.ts';
import { expectAllDone, saved, withoutFilePicker } from '../support/batch-page.ts';
import { openInEditor, openTool, panel } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, type DroppedFile, expectResult, fileAt } from '../support/tool-page.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const mug = picture('small/mug.jpg').path;

/** The parts of a receipt that the tests read. */
interface Read {
  readonly photograph: { readonly sha256: string };
  readonly result: { readonly sha256: string };
  readonly pixels: Readonly<Record<string, number>>;
  readonly issuedAt: string;
}

/** Opens the section of the receipt and saves it. */
async function savedReceipt(page: Page, words = { title: 'Receipt', save: 'Save receipt' }): Promise<DroppedFile> {
  await panel(page).getByText(words.title, { exact: true }).click();
  const downloading = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: words.save }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Cuts the mug out, and returns its PNG and the receipt. */
async function cutoutWithReceipt(page: Page) {
  await openInEditor(page, mug);
  const { bytes, name, png } = await downloadedPng(page);
  await openTool(page, 'Export');
  const receipt = await savedReceipt(page);
  return { photograph: fileAt(mug), result: { name, bytes }, receipt, png };
}

function readingOf({ bytes }: DroppedFile): Read {
  return JSON.parse(bytes.toString()) as Read;
}

const sha256 = ({ bytes }: DroppedFile) => createHash('sha256').update(bytes).digest('hex');
const outcome = (page: Page) => page.locator('[data-slot=check-outcome]');

/** Opens the page anew and drops files on it. */
async function check(page: Page, ...files: DroppedFile[]): Promise<void> {
  await page.goto('/en/check');
  await drop(page, ...files);
}

test(
  'a cutout’s receipt is confirmed by both files on the page that checks it',
  { tag: ['@receipt', '@long'] },
  async ({ page }) => {
    const { photograph, result, receipt, png } = await cutoutWithReceipt(page);
    expect(receipt.name).toBe('mug-cutout.receipt.json');
    const read = readingOf(receipt);
    expect([read.photograph.sha256, read.result.sha256]).toEqual([sha256(photograph), sha256(result)]);
    let [opaque, soft] = [0, 0];
    for (let at = 3; at < png.data.length; at += 4) {
      if (png.data[at] === 255) opaque += 1;
      else if (png.data[at] !== 0) soft += 1;
    }
    expect(read.pixels).toEqual({
      equal: opaque,
      near: 0,
      toned: 0,
      edge: soft,
      retouched: 0,
      other: 0,
      background: png.width * png.height - opaque - soft,
    });
    const fingerprint = await panel(page).locator('[data-slot=key-fingerprint]').textContent();

    await check(page, result, receipt, photograph);
    await expectMessage(outcome(page), 'receipt:verdict.confirmed');
    await expect(outcome(page).locator('[data-finding=equal]')).toContainText(`${opaque.toLocaleString('en')}\u00A0px`);
    await expect(outcome(page)).toContainText(fingerprint ?? 'no fingerprint');
    await expect(outcome(page)).toContainText(wordsOf('receipt:facts.ownKey'));
    expect(await violations(page)).toEqual([]);
    // A line that was there before announces the agreement.
    await expect(page.getByRole('status').filter({ hasText: wordsOf('receipt:verdict.confirmed.title') })).toHaveCount(
      1,
    );

    await page.getByRole('button', { name: wordsOf('receipt:check.clear') }).press('Enter');
    await expect(outcome(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: wordsOf('receipt:check.choose'), exact: true })).toBeFocused();
  },
);

test(
  'a batch’s zip has receipts whose signatures Node confirms, and the page confirms their pixels',
  { tag: ['@receipt', '@long'] },
  async ({ page }) => {
    await withoutFilePicker(page);
    await page.goto('/en/batch');
    await drop(page, fileAt(mug));
    await expectAllDone(page, '1 image processed');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: wordsOf('batch:receipts.option') }).click();
    const zip = await JSZip.loadAsync((await saved(page, page.getByRole('button', { name: 'Download 1' }))).bytes);
    expect(Object.keys(zip.files)).toEqual(['mug-cutout.png', 'mug-cutout.receipt.json']);
    const read = async (name: string): Promise<DroppedFile> => ({
      name,
      bytes: (await zip.file(name)?.async('nodebuffer')) ?? Buffer.alloc(0),
    });
    const [result, receipt] = [await read('mug-cutout.png'), await read('mug-cutout.receipt.json')];
    const statement = readingOf(receipt);
    expect([statement.photograph.sha256, statement.result.sha256]).toEqual([sha256(fileAt(mug)), sha256(result)]);
    expect(isSigned(receipt.bytes)).toBe(true);
    expect(isSigned(Buffer.from(receipt.bytes.toString().replace(statement.issuedAt, '2020-01-01T00:00:00Z')))).toBe(
      false,
    );

    await check(page, result, receipt, fileAt(mug));
    await expectMessage(outcome(page), 'receipt:verdict.confirmed');
  },
);

test(
  'a photo that was turned when it was opened gets no receipt, also after a reload',
  { tag: ['@receipt', '@long'] },
  async ({ page }) => {
    const bytes = await sharp(mug).withMetadata({ orientation: 6 }).webp().toBuffer();
    await page.goto('/en/single');
    await drop(page, { name: 'turned.webp', bytes });
    const expectNoReceipt = async () => {
      await expectResult(page);
      await openTool(page, 'Export');
      await panel(page).getByText('Receipt', { exact: true }).click();
      await expect(panel(page).locator('[data-code=converted]')).toHaveText(wordsOf('receipt:obstacle.converted'));
      await expect(panel(page).getByRole('button', { name: 'Save receipt' })).toBeHidden();
    };
    await expectNoReceipt();
    await expect(panel(page).getByText('Saved in this browser')).toBeVisible();
    await page.reload();
    await expectNoReceipt();
  },
);

test('a changed result is shown at its place', { tag: ['@receipt', '@long'] }, async ({ page }) => {
  const { photograph, result, receipt, png } = await cutoutWithReceipt(page);
  const at = middleOf(png);
  const edited = PNG.sync.read(result.bytes);
  for (let y = at.y; y < at.y + 3; y += 1)
    for (let x = at.x; x < at.x + 5; x += 1)
      edited.data[(y * png.width + x) * 4] = 255 - (png.data[(y * png.width + x) * 4] ?? 0);
  await check(page, { ...result, bytes: PNG.sync.write(edited) }, photograph, receipt);
  await expectMessage(outcome(page), 'receipt:verdict.result');
  await expect(outcome(page).locator('[data-slot=regions] li')).toHaveText([
    new RegExp(wordsOf('receipt:regions.item', { width: 5, height: 3, x: at.x, y: at.y })),
  ]);
  expect(await violations(page)).toEqual([]);
});

test('each wrong file has its own message', { tag: ['@receipt', '@long'] }, async ({ page }) => {
  const { photograph, result, receipt } = await cutoutWithReceipt(page);
  const read = readingOf(receipt);
  const file = (value: object | string): DroppedFile => ({
    name: 'mug-cutout.receipt.json',
    bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  });
  await check(page, photograph, result, file({ ...read, issuedAt: '2020-01-01T00:00:00Z' }));
  await expectMessage(outcome(page), 'receipt:verdict.edited');
  await expect(outcome(page).locator('[data-code=confirmed]')).toBeHidden();

  await check(page, fileAt(picture('shoe.jpg').path), result, receipt);
  await expectMessage(outcome(page), 'receipt:verdict.photograph');
  await expectMessage(outcome(page), 'receipt:verdict.photograph-size');

  for (const [code, bytes] of [
    ['unknown-version', file({ ...read, version: 2 })],
    ['damaged', file({ ...read, more: true })],
    ['not-a-receipt', file('{"format":"isola-preset"}')],
    ['too-large', { ...receipt, zeros: 8_000_000 }],
  ] as const) {
    await check(page, photograph, result, bytes);
    await expectMessage(page.locator(`[data-code=${code}]`), `receipt:refused.${code}`);
    await expect(outcome(page)).toBeHidden();
  }
});

test('a JPEG’s receipt says in words that it cannot be exact', { tag: ['@receipt', '@long'] }, async ({ page }) => {
  await openInEditor(page, mug);
  await openTool(page, 'Export');
  await page.getByRole('radio', { name: 'JPEG', exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download JPEG' }).first().click();
  const download = await downloading;
  const result = { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  const receipt = await savedReceipt(page);
  await expect(panel(page)).toContainText(wordsOf('receipt:note.lossy', { format: 'JPEG' }));
  expect(readingOf(receipt).pixels['other']).toBe(0);
  await check(page, fileAt(mug), result, receipt);
  await expectMessage(outcome(page), 'receipt:verdict.confirmed');
  await expect(outcome(page)).toContainText(wordsOf('receipt:note.tolerance'));
});

test(
  'the key is deleted with one press, and the next receipt has another',
  { tag: ['@receipt', '@long'] },
  async ({ page }) => {
    await openInEditor(page, mug);
    await openTool(page, 'Export');
    await savedReceipt(page);
    const fingerprint = panel(page).locator('[data-slot=key-fingerprint]');
    const first = await fingerprint.textContent();
    await panel(page)
      .getByRole('button', { name: wordsOf('receipt:key.delete') })
      .click();
    await expect(panel(page)).toContainText(wordsOf('receipt:key.deleted'));
    await expect(fingerprint).toBeHidden();
    const downloading = page.waitForEvent('download');
    await panel(page).getByRole('button', { name: 'Save receipt' }).click();
    await downloading;
    await expect(fingerprint).toBeVisible();
    expect(await fingerprint.textContent()).not.toBe(first);
  },
);

/** Returns the middle of the opaque pixels of the row in the middle. */
function middleOf(png: PNG): { readonly x: number; readonly y: number } {
  const y = Math.floor(png.height / 2);
  const opaque = Array.from({ length: png.width }, (_, x) => x).filter(
    (x) => png.data[(y * png.width + x) * 4 + 3] === 255,
  );
  return { x: opaque[Math.floor(opaque.length / 2)] ?? 0, y };
}

/** Checks the signature of a receipt by Node. The file is canonical JSON with its signature’s value in it. */
function isSigned(bytes: Buffer): boolean {
  const { signature } = JSON.parse(bytes.toString()) as {
    readonly signature: { readonly publicKey: string; readonly value: string };
  };
  const point = Buffer.from(signature.publicKey, 'base64');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = bytes
    .toString()
    .trimEnd()
    .replace(`,"value":${JSON.stringify(signature.value)}`, '');
  return verify(
    'sha256',
    Buffer.from(signed),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature.value, 'base64'),
  );
}
