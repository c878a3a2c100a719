import JSZip from 'jszip';
import sharp, { type Region } from 'sharp';
import { expect, test } from 'vitest';

import { boxOf, decode, decodeGrey, drawing, startTestServer, testKey } from '../testing/test-server.ts';

const box = { left: 100, top: 60, width: 120, height: 80 };
const image_file = await drawing(400, 300, [box]);

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

/** Mixes two 8-bit sRGB values in linear light. @see IEC 61966-2-1 */
function mixed(front: number, behind: number, share: number): number {
  const linear = (value: number) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = linear(front) * share + linear(behind) * (1 - share);
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
}

test('the cutout keeps its place and its colours, and the rest is transparent', async () => {
  const { remove } = await startTestServer();
  const answer = await remove({ image_file });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-width': '400',
    'x-height': '300',
    'x-max-width': '400',
    'x-max-height': '300',
    'x-type': 'other',
    'x-foreground-left': '100',
    'x-foreground-top': '60',
    'x-foreground-width': '120',
    'x-foreground-height': '80',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
  });
  const expected = await sharp({ create: { width: 400, height: 300, channels: 4, background: '#00000000' } })
    .composite([{ input: await sharp(image_file).extract(box).toBuffer(), left: box.left, top: box.top }])
    .raw()
    .toBuffer();
  expect((await decode(answer)).data.equals(expected)).toBe(true);
});

test('JSON answers contain the image and the place of the subject', async () => {
  const { remove } = await startTestServer();
  const answer = await remove({ image_file }, { accept: 'application/json' });
  const { data } = (await answer.json()) as { data: Record<string, number> & { result_b64: string } };
  expect(data).toMatchObject({
    foreground_left: 100,
    foreground_top: 60,
    foreground_width: 120,
    foreground_height: 80,
  });
  expect(await boxOf(Buffer.from(data.result_b64, 'base64'))).toEqual(box);
});

test.each([
  // 400 × 300 px, subject 120 × 80 px at 100, 60.
  [{ crop: 'true' }, [120, 80], { left: 0, top: 0, width: 120, height: 80 }],
  [{ crop: 'true', crop_margin: '10px' }, [140, 100], { left: 10, top: 10, width: 120, height: 80 }],
  [{ crop: 'true', crop_margin: '10%' }, [144, 96], { left: 12, top: 8, width: 120, height: 80 }],
  [{ crop: 'true', crop_margin: '1px 2px 3px 4px' }, [126, 84], { left: 4, top: 1, width: 120, height: 80 }],
  [{ crop: 'true', crop_margin: '400px' }, [240, 160], { left: 60, top: 40, width: 120, height: 80 }],
  [{ crop_margin: '10px' }, [400, 300], box],
  [{ scale: '50%' }, [400, 300], { left: 100, top: 83, width: 200, height: 133 }],
  [{ scale: '100%' }, [400, 300], { left: 0, top: 17, width: 400, height: 267 }],
  [{ scale: 'original' }, [400, 300], box],
  [{ position: 'center' }, [400, 300], { left: 140, top: 110, width: 120, height: 80 }],
  [{ position: 'original' }, [400, 300], box],
  [{ scale: '50%', position: 'original' }, [400, 300], { left: 60, top: 34, width: 200, height: 133 }],
  [{ scale: '100%', position: 'original' }, [400, 300], { left: 0, top: 0, width: 400, height: 267 }],
  [
    { crop: 'true', crop_margin: '10px 0px 0px 0px', scale: '50%', position: 'original' },
    [120, 90],
    { left: 30, top: 30, width: 60, height: 40 },
  ],
  [{ position: '0%' }, [400, 300], { left: 0, top: 0, width: 120, height: 80 }],
  [{ position: '100% 0%' }, [400, 300], { left: 280, top: 0, width: 120, height: 80 }],
  [{ scale: '10%', position: '100% 100%' }, [400, 300], { left: 360, top: 273, width: 40, height: 27 }],
] as const)('%j lays the subject out', async (parameters, [width, height], expected) => {
  const { remove } = await startTestServer();
  const bytes = await bytesOf(await remove({ image_file, ...parameters }));
  expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
  const found = await boxOf(bytes);
  for (const side of ['left', 'top', 'width', 'height'] as const) {
    expect(Math.abs(found[side] - expected[side]), `${side} ${found[side]}`).toBeLessThanOrEqual(1);
  }
});

test.each([
  ['0px 0px 200px 300px', { left: 40, top: 40, width: 60, height: 60 }],
  ['50% 0% 100% 100%', { left: 300, top: 200, width: 50, height: 50 }],
  ['100% 100% 50% 0%', { left: 300, top: 200, width: 50, height: 50 }],
  ['60px 50px 90px 90px', { left: 60, top: 50, width: 30, height: 40 }],
] as const)('the region %s leaves out everything outside', async (roi, expected) => {
  const { remove } = await startTestServer();
  const both = await drawing(400, 300, [
    { left: 40, top: 40, width: 60, height: 60 },
    { left: 300, top: 200, width: 50, height: 50 },
  ]);
  expect(await boxOf(await bytesOf(await remove({ image_file: both, roi })))).toEqual(expected);
});

test.each([
  ['fff', [255, 255, 255, 255]],
  ['#81d4fa', [129, 212, 250, 255]],
  ['81d4fa80', [129, 212, 250, 128]],
  ['f008', [255, 0, 0, 136]],
  ['Green', [0, 128, 0, 255]],
  ['rebeccapurple', [102, 51, 153, 255]],
] as const)('the background %s is the colour that CSS defines', async (bg_color, expected) => {
  const { remove } = await startTestServer();
  const { pixel } = await decode(await remove({ image_file, bg_color, format: 'png' }));
  expect(pixel(5, 5)).toEqual(expected);
  expect(pixel(150, 100)).toEqual([255, 0, 0, 255]);
});

test('half-transparent pixels mix with the background in linear light', async () => {
  const { remove } = await startTestServer();
  const soft = await drawing(100, 100, [{ left: 20, top: 20, width: 60, height: 60, color: '#ff8000' }]);
  const { pixel } = await decode(await remove({ image_file: soft, bg_color: '0000ff', format: 'png' }));
  const expected = [mixed(255, 0, 128 / 255), mixed(128, 0, 128 / 255), mixed(0, 255, 128 / 255)];
  pixel(50, 50)
    .slice(0, 3)
    .forEach((value, index) => {
      expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThanOrEqual(1);
    });
});

test('a background image covers the canvas, centred', async () => {
  const left = await drawing(600, 100, [{ left: 0, top: 0, width: 300, height: 100, color: '#00ff00' }]);
  const { remove } = await startTestServer();
  const { data } = await decode(await remove({ image_file, bg_image_file: left, format: 'png' }));
  const expected = await sharp(left)
    .resize(400, 300, { fit: 'cover' })
    .composite([{ input: await sharp(image_file).extract(box).toBuffer(), left: box.left, top: box.top }])
    .ensureAlpha()
    .raw()
    .toBuffer();
  let greatest = 0;
  data.forEach((value, at) => (greatest = Math.max(greatest, Math.abs(value - (expected[at] ?? 0)))));
  expect(greatest).toBeLessThanOrEqual(2);
});

test.each([
  [{}, 'image/png', 'png'],
  [{ bg_color: 'fff' }, 'image/jpeg', 'jpeg'],
  [{ bg_color: 'fff8' }, 'image/png', 'png'],
  [{ format: 'jpg' }, 'image/jpeg', 'jpeg'],
  [{ format: 'webp' }, 'image/webp', 'webp'],
  [{ format: 'png', bg_color: 'fff' }, 'image/png', 'png'],
] as const)('%j decides the format', async (parameters, type, format) => {
  const { remove } = await startTestServer();
  const answer = await remove({ image_file, ...parameters });
  expect(answer.headers.get('content-type')).toBe(type);
  const decoded = await decode(answer);
  expect(decoded.format).toBe(format);
  // A JPEG has no transparency: it is white there.
  if (format === 'jpeg') expect(decoded.pixel(5, 5)).toEqual([255, 255, 255, 255]);
});

test('a ZIP contains the colours and the matte', async () => {
  const { remove } = await startTestServer();
  const answer = await remove({ image_file, format: 'zip' });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const zip = await JSZip.loadAsync(await answer.arrayBuffer());
  expect(Object.keys(zip.files).toSorted()).toEqual(['alpha.png', 'color.jpg']);
  const alpha = await decodeGrey((await zip.file('alpha.png')?.async('nodebuffer')) ?? Buffer.alloc(0));
  expect(alpha.channels).toBe(1);
  expect(alpha.data.reduce((sum, value) => sum + value, 0)).toBe(120 * 80 * 255);
  const color = await decode((await zip.file('color.jpg')?.async('nodebuffer')) ?? Buffer.alloc(0));
  expect(color.format).toBe('jpeg');
  // The edge has the colour of the subject, which no black pixel next to it has darkened.
  for (const [x, y] of [
    [100, 60],
    [219, 139],
    [150, 100],
  ] as const) {
    expect(color.pixel(x, y)[0]).toBeGreaterThan(245);
  }
});

test('the channel alpha is the matte as a grey image, laid out like the result', async () => {
  const { remove } = await startTestServer();
  const bytes = await bytesOf(
    await remove({ image_file, channels: 'alpha', crop: 'true', crop_margin: '5px', bg_color: 'f00' }),
  );
  const { data, ...grey } = await decodeGrey(bytes);
  expect(grey).toEqual({ width: 130, height: 90, channels: 1 });
  expect([data[0], data[45 * 130 + 65]]).toEqual([0, 255]);
});

test.each([
  [{}, 577, 433],
  [{ size: 'small' }, 577, 433],
  [{ size: 'medium' }, 1414, 1060],
  [{ size: 'hd' }, 2000, 1500],
  [{ size: 'auto' }, 2000, 1500],
] as const)('%j limits an image of 3 megapixels', async (parameters, width, height) => {
  const { remove } = await startTestServer();
  const large = await drawing(2000, 1500, [{ left: 500, top: 500, width: 800, height: 600 }]);
  const answer = await remove({ image_file: large, ...parameters });
  expect(await decode(answer)).toMatchObject({ width, height });
  expect(answer.headers.get('x-max-width')).toBe('2000');
  // The place of the subject is in px of the image that was sent.
  for (const [name, expected] of [
    ['left', 500],
    ['top', 500],
    ['width', 800],
    ['height', 600],
  ] as const) {
    expect(Math.abs(Number(answer.headers.get(`x-foreground-${name}`)) - expected), name).toBeLessThanOrEqual(4);
  }
});

type Remove = Awaited<ReturnType<typeof startTestServer>>['remove'];

/** Returns the mean darkness, 0…255, of a part of the result on white. */
async function darkness(remove: Remove, parameters: Record<string, string>, part: Region): Promise<number> {
  const bytes = await bytesOf(await remove({ image_file, bg_color: 'fff', format: 'png', ...parameters }));
  const [channel] = (await sharp(await sharp(bytes).extract(part).toBuffer()).stats()).channels;
  return 255 - (channel?.mean ?? 0);
}

const [under, right] = [
  { left: 110, top: 141, width: 100, height: 8 },
  { left: 221, top: 90, width: 6, height: 50 },
];

test('each kind of shadow falls where it belongs, and opacity strengthens it', { tags: ['long'] }, async () => {
  const { remove } = await startTestServer();
  for (const none of [{}, { shadow_type: 'auto', shadow_opacity: '0' }, { add_shadow: 'true' }]) {
    expect(await darkness(remove, none, under), JSON.stringify(none)).toBe(0);
  }
  const car = await darkness(remove, { shadow_type: 'car' }, under);
  expect(car).toBeGreaterThan(20);
  expect(await darkness(remove, { shadow_type: 'car', shadow_opacity: '30' }, under)).toBeLessThan(car * 0.7);
  expect(await darkness(remove, { shadow_type: 'drop' }, right)).toBeGreaterThan(5);
  expect(await darkness(remove, { shadow_type: '3D' }, under)).toBeGreaterThan(5);
});

test('shadows of single types apply to the named type alone', async () => {
  const { remove } = await startTestServer();
  const car = await darkness(remove, { type: 'car', shadow_type: 'auto' }, under);
  expect(await darkness(remove, { type: 'car', add_shadow: 'true' }, under)).toBe(car);
  expect(await darkness(remove, { type: 'car', 'shadow_type[car]': 'car' }, under)).toBe(car);
  expect(await darkness(remove, { type: 'person', 'shadow_type[car]': 'car' }, under)).toBe(0);
  const hidden = { type: 'car', shadow_type: 'car', 'shadow_opacity[car]': '0' };
  expect(await darkness(remove, hidden, under)).toBe(0);
});

test('a shadow without a background is translucent black', async () => {
  const { remove } = await startTestServer();
  const { pixel } = await decode(await remove({ image_file, shadow_type: 'car' }));
  const [red, green, blue, alpha = 0] = pixel(160, 141);
  expect([red, green, blue]).toEqual([0, 0, 0]);
  expect(alpha).toBeGreaterThan(20);
});

test('windows of a car become opaque when semitransparency is false', async () => {
  const { remove } = await startTestServer();
  const car = await drawing(400, 300, [box, { left: 140, top: 80, width: 40, height: 40, color: '#ff8000' }]);
  const alphaOf = async (parameters: Record<string, string>) =>
    (await decode(await remove({ image_file: car, ...parameters }))).pixel(160, 100)[3];
  expect(await alphaOf({ type: 'car' })).toBe(128);
  expect(await alphaOf({ type: 'car', semitransparency: 'false' })).toBe(255);
  expect(await alphaOf({ type: 'person', semitransparency: 'false' })).toBe(128);
});

test.each([
  [{ type: 'car' }, 'car'],
  [{ type: 'person', type_level: '2' }, 'person'],
  [{ type_level: 'none' }, null],
] as const)('%j decides X-Type', async (parameters, expected) => {
  const { remove } = await startTestServer();
  expect((await remove({ image_file, ...parameters })).headers.get('x-type')).toBe(expected);
});

test('the same parameters work as JSON and as a URL-encoded form', async () => {
  const { origin } = await startTestServer();
  const values = { image_file_b64: image_file.toString('base64'), crop: true, crop_margin: '10px' };
  for (const [type, body] of [
    ['application/json', JSON.stringify(values)],
    ['application/x-www-form-urlencoded', new URLSearchParams({ ...values, crop: 'true' }).toString()],
  ] as const) {
    const headers = { 'X-API-Key': testKey, 'content-type': type };
    const answer = await fetch(`${origin}/v1.0/removebg`, { method: 'POST', headers, body });
    expect(await decode(answer), type).toMatchObject({ width: 140, height: 100 });
  }
});
