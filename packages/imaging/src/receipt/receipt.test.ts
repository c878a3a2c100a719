import { createPublicKey, verify } from 'node:crypto';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { chain, rotation, scaling, translation, type Affine } from '../geometry/affine.ts';
import { retouchEditOf } from '../matte/retouch-edit.ts';
import type { Matte, Raster } from '../raster/raster.ts';
import {
  checkReceipt,
  createReceiptKey,
  describeResult,
  readReceipt,
  type Receipt,
  receiptFile,
  type ResultToDescribe,
  signStatement,
  type Statement,
} from '../receipt.ts';
import { packClasses } from './pixel-classes.ts';

const [widthPx, heightPx] = [96, 64];
/** The subject: opaque inside of this box, and half transparent along a border of two pixels. */
const box = { left: 20, top: 10, right: 70, bottom: 50 };
const opaquePx = 46 * 36;
const edgePx = 50 * 40 - opaquePx;
const identity: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** A picture with texture, made by a formula. */
function photoPixels(): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    data.set([128 + 90 * Math.sin(x / 5), 128 + 80 * Math.cos(y / 7), 120 + 60 * Math.sin((x + y) / 9), 255], at * 4);
  }
  return data;
}

function matteOf(): Matte {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = box.top; y < box.bottom; y += 1)
    for (let x = box.left; x < box.right; x += 1) {
      const depth = Math.min(x - box.left, box.right - 1 - x, y - box.top, box.bottom - 1 - y);
      data[y * widthPx + x] = depth < 2 ? 128 : 255;
    }
  return { widthPx, heightPx, data };
}

/** A cutout as any other program would make it: the photograph's pixels with the matte as alpha. */
function cutoutPixels(): Uint8ClampedArray<ArrayBuffer> {
  const [data, matte] = [photoPixels(), matteOf().data];
  for (let at = 0; at < matte.length; at += 1) {
    data[at * 4 + 3] = matte[at] ?? 0;
    if (matte[at] === 128) data.set([1, 2, 3], at * 4);
  }
  return data;
}

async function pngOf(data: Uint8ClampedArray, size = { widthPx, heightPx }): Promise<Blob> {
  const raw = { width: size.widthPx, height: size.heightPx, channels: 4 } as const;
  return blobOf(await sharp(data, { raw }).png().toBuffer(), 'image/png');
}

function blobOf(bytes: Buffer, type: string): Blob {
  return new Blob([Uint8Array.from(bytes)], { type });
}

async function decode(file: Blob): Promise<Raster> {
  const image = sharp(Buffer.from(await file.arrayBuffer()));
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, data: new Uint8ClampedArray(data) };
}

async function described(change: Partial<ResultToDescribe> = {}): Promise<ResultToDescribe> {
  return {
    photograph: await pngOf(photoPixels()),
    result: await pngOf(cutoutPixels()),
    matte: matteOf(),
    edits: [],
    placement: identity,
    compression: 'none',
    changes: { background: 'transparent', tone: false, backgroundLight: false, outline: false, edgeColor: 100 },
    program: { name: 'Isola', version: '0.1.0' },
    model: { id: 'isnet', sha256: 'b6'.repeat(32) },
    ...change,
  };
}

const key = await createReceiptKey();

async function issue(change: Partial<ResultToDescribe> = {}) {
  const facts = await described(change);
  const statement = await describeResult(facts, { decode, now: new Date('2026-11-29T18:00:00.500Z') });
  return { ...facts, statement, receipt: await signStatement(statement, key) };
}

/** Reads a receipt from its file, as a reader gets it. */
async function reread(receipt: Receipt): Promise<Receipt> {
  const read = await readReceipt(receiptFile(receipt));
  if (read.outcome === 'refused') throw new Error(read.code);
  return read.receipt;
}

async function check(receipt: Receipt, files: Pick<ResultToDescribe, 'photograph' | 'result'>) {
  const { pixels, ...checked } = await checkReceipt(await reread(receipt), files, { decode });
  const compared = pixels.state === 'compared' ? pixels : undefined;
  return {
    ...checked,
    reason: pixels.state === 'not-compared' ? pixels.reason : undefined,
    strictness: compared?.strictness,
    claim: compared?.claim,
    counts: compared?.comparison.counts,
    regions: compared?.comparison.regions,
  };
}

test('a receipt counts the pixels of a cutout, and the check confirms them', async () => {
  const { receipt, ...files } = await issue();
  const counts = {
    equal: opaquePx,
    near: 0,
    toned: 0,
    edge: edgePx,
    retouched: 0,
    other: 0,
    background: widthPx * heightPx - opaquePx - edgePx,
  };
  expect(receipt).toMatchObject({ issuedAt: '2026-11-29T18:00:00Z', pixels: counts });
  expect(await check(receipt, files)).toMatchObject({
    signature: 'valid',
    photograph: 'same',
    result: 'same',
    strictness: 'exact',
    claim: 'confirmed',
    counts,
    regions: [],
  });
});

test('a receipt counts no pixel of an enlarged subject as the photograph’s', async () => {
  const size = { widthPx: 2 * widthPx, heightPx: 2 * heightPx };
  const small = sharp(cutoutPixels(), { raw: { width: widthPx, height: heightPx, channels: 4 } });
  const enlarged = await small.resize(size.widthPx, size.heightPx, { kernel: 'cubic' }).raw().toBuffer();
  // A row of the subject differs by more than an enlargement explains.
  const tampered = Uint8ClampedArray.from(enlarged);
  for (let x = 60; x < 120; x += 1)
    for (let y = 60; y < 68; y += 1) tampered.set([255, 0, 255], (y * size.widthPx + x) * 4);
  const made = async (pixels: Uint8ClampedArray) => ({
    result: await pngOf(pixels, size),
    placement: scaling(0.5),
    changes: { ...(await described()).changes, enlarged: true },
  });
  const { receipt, ...files } = await issue(await made(Uint8ClampedArray.from(enlarged)));
  expect(receipt.changes.enlarged).toBe(true);
  expect(receipt.pixels).toMatchObject({ equal: 0, near: 0, other: 0 });
  // The opaque part lies 2 px inside of the edge, 46 × 36 px at the photograph's size; the resampler softens its border.
  expect(receipt.pixels.enlarged).toBeGreaterThan(44 * 34 * 4);
  expect(await check(receipt, files)).toMatchObject({ signature: 'valid', claim: 'confirmed', strictness: 'tiles' });
  const { statement } = await issue(await made(tampered));
  expect(statement.pixels.other).toBeGreaterThan(0);
  const isFalse = { ...statement, pixels: receipt.pixels };
  const lie = await check(await signStatement(isFalse, key), { ...files, result: await pngOf(tampered, size) });
  expect(lie.claim).toBe('contradicted');
});

test('another implementation of ECDSA verifies the canonical text', async () => {
  const { receipt } = await issue();
  const { value, ...own } = receipt.signature;
  const sorted = (each: unknown): unknown =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(
          Object.keys(each)
            .toSorted()
            .map((name) => [name, sorted((each as never)[name])]),
        )
      : each;
  const point = Buffer.from(own.publicKey, 'base64');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const text = JSON.stringify(sorted({ ...receipt, signature: own }));
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signature = Buffer.from(value, 'base64');
  expect(verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
});

test('one changed pixel of the subject is found at its place', async () => {
  const { receipt, photograph } = await issue();
  const pixels = cutoutPixels();
  const at = (30 * widthPx + 40) * 4;
  pixels[at] = (pixels[at] ?? 0) ^ 1;
  expect(await check(receipt, { photograph, result: await pngOf(pixels) })).toMatchObject({
    signature: 'valid',
    result: 'changed',
    claim: 'unknown',
    counts: { equal: opaquePx - 1, other: 1 },
    regions: [{ x: 40, y: 30, widthPx: 1, heightPx: 1, count: 1 }],
  });
});

test('one changed byte of a file is noticed although no pixel changes', async () => {
  const { receipt, photograph, result } = await issue();
  const longer = (file: Blob) => new Blob([file, Uint8Array.of(0)], { type: file.type });
  expect(await check(receipt, { photograph: longer(photograph), result })).toMatchObject({ photograph: 'other' });
  expect(await check(receipt, { photograph, result: longer(result) })).toMatchObject({
    result: 'changed',
    counts: { other: 0 },
  });
});

test.each<Partial<Statement>>([
  { issuedAt: '2026-11-29T18:00:01Z' },
  { model: { id: 'other' } },
  { changes: { background: 'transparent', tone: true, backgroundLight: false, outline: false, edgeColor: 100 } },
  { placement: { ...identity, e: 1 } },
])('a receipt with the edited field %j is not as it was signed', async (edit) => {
  const { receipt, ...files } = await issue();
  expect(await check({ ...receipt, ...edit }, files)).toMatchObject({ signature: 'edited' });
});

test('a receipt that was signed again with another key has another fingerprint', async () => {
  const { receipt, statement, ...files } = await issue();
  const own = await check(receipt, files);
  const again = await check(await signStatement(statement, await createReceiptKey()), files);
  expect([own.signature, again.signature]).toEqual(['valid', 'valid']);
  expect(own.fingerprint).toMatch(/^(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  expect(again.fingerprint).not.toBe(own.fingerprint);
});

test('a false statement is contradicted although its signature is valid', async () => {
  const pixels = cutoutPixels();
  pixels.fill(200, (20 * widthPx + 30) * 4, (20 * widthPx + 40) * 4);
  const { statement, ...files } = await issue({ result: await pngOf(pixels) });
  expect(statement.pixels.other).toBe(10);
  const isFalse = { ...statement, pixels: { ...statement.pixels, other: 0, equal: opaquePx } };
  expect(await check(await signStatement(isFalse, key), files)).toMatchObject({
    signature: 'valid',
    result: 'same',
    claim: 'contradicted',
    counts: { other: 10 },
  });
});

test('another photograph of the same size, and of another size', async () => {
  const { receipt, result } = await issue();
  const inverted = photoPixels().map((value, at) => (at % 4 === 3 ? 255 : 255 - value));
  expect(await check(receipt, { photograph: await pngOf(inverted), result })).toMatchObject({
    photograph: 'other',
    claim: 'unknown',
  });
  const smaller = await pngOf(photoPixels().subarray(0, widthPx * 10 * 4), { widthPx, heightPx: 10 });
  expect(await check(receipt, { photograph: smaller, result })).toMatchObject({
    photograph: 'other',
    reason: 'photograph-size',
  });
  expect(await check(receipt, { photograph: new Blob(['no image']), result })).toMatchObject({
    reason: 'photograph-unreadable',
  });
});

test('a crop with a quarter turn copies pixels, and they are compared one by one', async () => {
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
  // A crop of 60 × 40 px at (10, 5), turned clockwise.
  const cropped = sharp(cutoutPixels(), { raw }).extract({ left: 10, top: 5, width: 60, height: 40 });
  const turned = sharp(await cropped.png().toBuffer()).rotate(90);
  const result = blobOf(await turned.png().toBuffer(), 'image/png');
  const placement = { a: 0, b: -1, c: 1, d: 0, e: 10, f: 45 };
  const { receipt, photograph } = await issue({ result, placement });
  // Rows 12 to 44 and columns 22 to 67 of the photograph are opaque and inside of the crop.
  expect(await check(receipt, { photograph, result })).toMatchObject({
    strictness: 'exact',
    claim: 'confirmed',
    counts: { equal: 33 * 46, other: 0 },
  });
});

test('a JPEG never counts as equal as a whole, and an edited square is found', async () => {
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
  const jpegOf = async (pixels: Uint8ClampedArray) =>
    blobOf(await sharp(pixels, { raw }).flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer(), 'image/jpeg');
  const { receipt, photograph, result } = await issue({
    result: await jpegOf(cutoutPixels()),
    compression: 'lossy',
  });
  const { counts, strictness, claim } = await check(receipt, { photograph, result });
  expect({ strictness, claim, other: counts?.other }).toEqual({ strictness: 'tiles', claim: 'confirmed', other: 0 });
  expect(counts?.near).toBeGreaterThan(opaquePx / 2);

  const edited = cutoutPixels();
  for (let y = 24; y < 32; y += 1) edited.fill(250, (y * widthPx + 32) * 4, (y * widthPx + 40) * 4);
  const found = await check(receipt, { photograph, result: await jpegOf(edited) });
  expect(found).toMatchObject({ result: 'changed', regions: [{ x: 32, y: 24, widthPx: 8, heightPx: 8 }] });
});

test('a result at half the size is compared with the photograph at half the size', async () => {
  const half = { widthPx: widthPx / 2, heightPx: heightPx / 2 };
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
  const resized = sharp(cutoutPixels(), { raw }).resize(half.widthPx, half.heightPx, { kernel: 'cubic' });
  const result = blobOf(await resized.png().toBuffer(), 'image/png');
  const { receipt, photograph } = await issue({ result, placement: scaling(2) });
  const { strictness, counts } = await check(receipt, { photograph, result });
  expect(strictness).toBe('tiles');
  expect(counts?.near).toBeGreaterThan(0);

  const pixels = await sharp(Buffer.from(await result.arrayBuffer()))
    .raw()
    .toBuffer();
  pixels.fill(0, (16 * half.widthPx + 20) * 4, (16 * half.widthPx + 20) * 4 + 3);
  const edited = await check(receipt, { photograph, result: await pngOf(new Uint8ClampedArray(pixels), half) });
  expect(edited.regions?.[0]).toMatchObject({ x: 16, y: 16 });
});

test('pixels that a retouch replaced are named, and those beside them are not', async () => {
  const rect = { x: 30, y: 20, widthPx: 4, heightPx: 2 };
  const pixels = new Uint8ClampedArray(rect.widthPx * rect.heightPx * 4).fill(255);
  const mask = Uint8Array.from({ length: 8 }, (_, at) => (at < 5 ? 1 : 0));
  const retouched = cutoutPixels();
  for (const at of [0, 1, 2, 3]) retouched.fill(255, (20 * widthPx + 30 + at) * 4, (20 * widthPx + 31 + at) * 4);
  retouched.fill(255, (21 * widthPx + 30) * 4, (21 * widthPx + 31) * 4);
  const { receipt } = await issue({
    result: await pngOf(retouched),
    edits: [await retouchEditOf(rect, pixels, mask)],
  });
  expect(receipt.pixels).toMatchObject({ retouched: 5, equal: opaquePx - 5, other: 0 });
});

test('pixels that something added covers never count as the photograph’s, not even where they equal it', async () => {
  // The result is the photograph's cutout. A layer covers a block of it in the subject's own colours, and a row outside of the subject.
  const covered = new Uint8ClampedArray(widthPx * 4);
  for (let x = 30; x < 40; x += 1) covered[x * 4 + 3] = 1;
  const readRow = (y: number) => (y >= 20 && y < 25 ? covered : undefined);
  const changes = {
    background: 'transparent',
    tone: false,
    backgroundLight: false,
    outline: false,
    additions: true,
    edgeColor: 100,
  };
  const { receipt, ...files } = await issue({ covers: [{ readRow }], changes });
  const background = widthPx * heightPx - opaquePx - edgePx + 50;
  expect(receipt.pixels).toMatchObject({ equal: opaquePx - 50, other: 0, background });
  expect(await check(receipt, files)).toMatchObject({ claim: 'confirmed', counts: { background } });
});

test('a subject in another tone is stated as such, and not as the photograph', async () => {
  const brighter = cutoutPixels().map((value, at) => (at % 4 === 3 ? value : value + 9));
  const changes = { background: 'color', tone: true, backgroundLight: false, outline: false, edgeColor: 100 };
  const { receipt, ...files } = await issue({ result: await pngOf(brighter), changes });
  expect(await check(receipt, files)).toMatchObject({ claim: 'confirmed', counts: { equal: 0, toned: opaquePx } });
});

test('another decoder of the same photograph makes the comparison tolerant, and the outcome says so', async () => {
  const { receipt, photograph, result } = await issue();
  const otherDecoder = async (file: Blob) => {
    const raster = await decode(file);
    return file === photograph
      ? { ...raster, data: raster.data.map((value, at) => (at % 4 === 0 ? value + 2 : value)) }
      : raster;
  };
  const { pixels } = await checkReceipt(receipt, { photograph, result }, { decode: otherDecoder });
  expect(pixels).toMatchObject({
    strictness: 'decoder',
    claim: 'confirmed',
    comparison: { counts: { near: opaquePx, other: 0 } },
  });
});

test('the order of keys and the white space of a receipt do not matter', async () => {
  const { receipt, ...files } = await issue();
  const { signature, ...rest } = receipt;
  const read = await readReceipt(new Blob(['\uFEFF', JSON.stringify({ signature, ...rest }, null, 2)]));
  expect(read.outcome).toBe('read');
  if (read.outcome === 'read')
    expect(await checkReceipt(read.receipt, files, { decode })).toMatchObject({ signature: 'valid' });
});

test('a file that is no receipt of this version is refused with its reason', async () => {
  const { receipt } = await issue();
  const codeOf = async (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const read = await readReceipt(new Blob([text]));
    return read.outcome === 'refused' ? read.code : 'read';
  };
  expect(await codeOf(receipt)).toBe('read');
  expect(await codeOf('')).toBe('not-a-receipt');
  expect(await codeOf('[')).toBe('not-a-receipt');
  expect(await codeOf('['.repeat(100_000))).toBe('not-a-receipt');
  expect(await codeOf(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toBe('not-a-receipt');
  expect(await codeOf({ format: 'isola-preset' })).toBe('not-a-receipt');
  expect(await codeOf({ ...receipt, version: 2 })).toBe('unknown-version');
  expect(await codeOf({ ...receipt, version: 'two' })).toBe('damaged');
  expect(await codeOf({ ...receipt, extra: 1 })).toBe('damaged');
  expect(await codeOf({ ...receipt, classes: 'A'.repeat(7_000_000) })).toBe('damaged');
  expect(await codeOf({ ...receipt, result: { ...receipt.result, widthPx: 1e9 } })).toBe('damaged');
  expect(await codeOf({ ...receipt, result: { ...receipt.result, widthPx: 16_384, heightPx: 16_384 } })).toBe(
    'damaged',
  );
  expect(await codeOf({ ...receipt, compression: 'lossy' })).toBe('damaged');
  expect(await codeOf(JSON.stringify(receipt).replace('"a":1', '"a":1e999'))).toBe('damaged');
  const written = await receiptFile(receipt).text();
  for (const share of [0.1, 0.5, 0.9, 0.99])
    expect(await codeOf(written.slice(0, Math.floor(share * written.length)))).toBe('damaged');
  expect(await codeOf(' '.repeat(8_000_001))).toBe('too-large');
});

test('classes of another number of pixels stop the comparison', async () => {
  const { statement, ...files } = await issue();
  for (const count of [widthPx * heightPx - 1, widthPx * heightPx + 1, 2_000_000]) {
    const classes = await packClasses(new Uint8Array(count));
    const receipt = await signStatement({ ...statement, classes }, key);
    expect(await check(receipt, files)).toMatchObject({ signature: 'valid', reason: 'classes' });
  }
  const receipt = await signStatement({ ...statement, classes: 'AAAA' }, key);
  expect(await check(receipt, files)).toMatchObject({ reason: 'classes' });
});

test('a placement by an affine chain of the editor equals the one of the check', async () => {
  // A result of the same size that is rotated by 180° about its middle.
  const placement = chain(
    translation(-widthPx / 2, -heightPx / 2),
    rotation(180),
    translation(widthPx / 2, heightPx / 2),
  );
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
  const result = blobOf(await sharp(cutoutPixels(), { raw }).rotate(180).png().toBuffer(), 'image/png');
  const { receipt, photograph } = await issue({ result, placement });
  expect(await check(receipt, { photograph, result })).toMatchObject({
    strictness: 'exact',
    counts: { equal: opaquePx, other: 0 },
  });
});

test('an aborted check rejects with the signal’s reason', async () => {
  const { receipt, ...files } = await issue();
  const reason = new Error('no longer wanted');
  await expect(checkReceipt(receipt, files, { decode, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
