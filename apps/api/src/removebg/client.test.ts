/** Uses the client `remove.bg` from npm, which knows only the address of remove.bg. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  removeBackgroundFromImageBase64,
  removeBackgroundFromImageFile,
  removeBackgroundFromImageUrl,
} from 'remove.bg';
import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test } from 'vitest';

import { decode, drawing, startTestServer, testKey } from '../testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'isola-removebg-'));
afterAll(() => rmSync(folder, { recursive: true }));

const box = { left: 100, top: 60, width: 120, height: 80 };
const picture = await drawing(400, 300, [box]);
const path = join(folder, 'picture.png');
writeFileSync(path, picture);

interface Unirest {
  post: (url: string) => unknown;
}

/** Sends the requests of the client to a server of this test. */
async function redirected(options?: Parameters<typeof startTestServer>[0]) {
  const server = await startTestServer(options);
  const require = createRequire(createRequire(import.meta.url).resolve('remove.bg'));
  const unirest = require('unirest') as Unirest;
  const { post } = unirest;
  unirest.post = (url) => post.call(unirest, url.replace('https://api.remove.bg', server.origin));
  onTestFinished(() => void (unirest.post = post));
  return server;
}

test('the client uploads a file and saves the cropped result', async () => {
  await redirected();
  const outputFile = join(folder, 'result.png');
  const result = await removeBackgroundFromImageFile({
    path,
    apiKey: testKey,
    size: 'auto',
    crop: true,
    crop_margin: '10px 20px',
    outputFile,
  });
  expect(result).toMatchObject({
    creditsCharged: '0',
    detectedType: 'other',
    resultWidth: '160',
    resultHeight: '100',
    rateLimit: '500',
    rateLimitRemaining: '499',
  });
  const { data } = await decode(readFileSync(outputFile));
  const expected = await sharp({ create: { width: 160, height: 100, channels: 4, background: '#00000000' } })
    .composite([{ input: await sharp(picture).extract(box).toBuffer(), left: 20, top: 10 }])
    .raw()
    .toBuffer();
  expect(data.equals(expected)).toBe(true);
});

test('the client sends base64 and gets a JPEG on a colour', async () => {
  await redirected();
  const { base64img } = await removeBackgroundFromImageBase64({
    base64img: picture.toString('base64'),
    apiKey: testKey,
    bg_color: '81d4fa',
  });
  const { format, pixel } = await decode(Buffer.from(base64img, 'base64'));
  expect(format).toBe('jpeg');
  const [red = 0, green = 0, blue = 0] = pixel(10, 10);
  for (const [found, wanted] of [
    [red, 0x81],
    [green, 0xd4],
    [blue, 0xfa],
  ] as const) {
    expect(Math.abs(found - wanted)).toBeLessThanOrEqual(2);
  }
});

test('the client names an address, and the server fetches it', async () => {
  const asked: string[] = [];
  await redirected({
    fetchImage: (url) => {
      asked.push(url);
      return Promise.resolve(picture);
    },
  });
  const { resultWidth } = await removeBackgroundFromImageUrl({
    url: 'https://pictures.example/a.png',
    apiKey: testKey,
  });
  expect(asked).toEqual(['https://pictures.example/a.png']);
  expect(resultWidth).toBe('400');
});

test('the client gets the errors of remove.bg', async () => {
  await redirected();
  await expect(removeBackgroundFromImageFile({ path, apiKey: 'unknown' })).rejects.toEqual([
    { code: 'auth_failed', title: 'API Key invalid' },
  ]);
  await expect(removeBackgroundFromImageFile({ path, apiKey: testKey, bg_color: 'no colour' })).rejects.toMatchObject([
    { code: 'invalid_bg_color' },
  ]);
  await expect(removeBackgroundFromImageUrl({ url: 'http://127.0.0.1/a.png', apiKey: testKey })).rejects.toMatchObject([
    { code: 'invalid_image_url' },
  ]);
});
