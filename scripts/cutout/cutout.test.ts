import { spawn } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { initialState, presetFile } from '@isola/editor';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-cutout-'));
  mkdirSync(join(folder, 'in/more'), { recursive: true });
  copyFileSync(join(root, 'pictures/mug.jpg'), join(folder, 'in/mug.jpg'));
  copyFileSync(join(root, 'pictures/shoe.jpg'), join(folder, 'in/more/mug.jpg'));
  writeFileSync(join(folder, 'broken.jpg'), 'no image');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Environment in which no browser can be started. */
const withoutBrowser = { CHROME_PATH: '/nowhere/chromium' };

function cutOut(...words: readonly string[]) {
  return cutOutIn({}, ...words);
}

async function cutOutIn(environment: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'scripts/tasks.ts'), 'cutout', ...words], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors, exitCode };
}

function filesIn(...path: readonly string[]): readonly string[] {
  return readdirSync(join(folder, ...path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .toSorted();
}

/** Returns the first bytes of a file, which identify PNG (PNG 11.2.2), WebP (RFC 9649) and JPEG (ITU T.81). */
function startOf(...path: readonly string[]): string {
  return readFileSync(join(folder, ...path))
    .subarray(0, 12)
    .toString('latin1');
}

const slow = { tags: ['long'], timeout: 600_000 };

test('a result that would replace one of the images stops the command before anything is written', slow, async () => {
  mkdirSync(join(folder, 'same'));
  for (const [name, color] of [
    ['a.jpg', '#ff0000'],
    ['a.png', '#0000ff'],
  ] as const)
    await sharp({ create: { width: 20, height: 20, channels: 3, background: color } }).toFile(
      join(folder, 'same', name),
    );
  const before = readFileSync(join(folder, 'same/a.png'));
  const { errors, exitCode } = await cutOut(join(folder, 'same'), '--out', join(folder, 'same'), '--name', '{name}');
  expect([exitCode, errors]).toEqual([1, expect.stringContaining('is one of the images')]);
  expect(readFileSync(join(folder, 'same/a.png'))).toEqual(before);
  expect(filesIn('same')).toEqual(['a.jpg', 'a.png']);
});

test('a contact sheet that would replace an image or a result stops the command', slow, async () => {
  const image = join(folder, 'kept/a.jpg');
  mkdirSync(join(folder, 'kept'));
  await sharp({ create: { width: 20, height: 20, channels: 3, background: '#ff0000' } }).toFile(image);
  const before = readFileSync(image);
  const out = join(folder, 'kept-out');
  const overImage = await cutOut(image, '--out', out, '--contact-sheet', image);
  expect([overImage.exitCode, overImage.errors]).toEqual([1, expect.stringContaining('is one of the images')]);
  expect(readFileSync(image)).toEqual(before);
  const overResult = await cutOut(image, '--out', out, '--name', 'a', '--contact-sheet', join(out, 'a.png'));
  expect([overResult.exitCode, overResult.errors]).toEqual([1, expect.stringContaining('is one of the results')]);
});

test('a tag in a rectangle is erased, and one that is too large is refused', slow, async () => {
  const svg = `<svg width="240" height="200"><circle cx="120" cy="100" r="80" fill="#2846aa"/>
    <rect x="110" y="90" width="14" height="14" fill="#ff00c8"/></svg>`;
  await sharp(Buffer.from(svg)).png().toFile(join(folder, 'tagged.png'));
  const done = await cutOut(join(folder, 'tagged.png'), '--erase', '106,86,22,22', '--out', join(folder, 'erased'));
  expect(done).toMatchObject({ exitCode: 0, errors: '' });
  const { data } = PNG.sync.read(readFileSync(join(folder, 'erased/tagged-cutout.png')));
  const pixels = Array.from({ length: 240 * 200 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
  expect(pixels[97 * 240 + 117]).toEqual([40, 70, 170, 255]);
  expect(pixels[0]?.[3]).toBe(0);

  const refused = await cutOut(join(folder, 'tagged.png'), '--erase', '60,50,110,100', '--out', join(folder, 'large'));
  expect(refused.exitCode).toBe(1);
  expect(refused.errors).toContain('not-erased (too-large)');
});

test('a cutout is enlarged to what its drawing is at that size', slow, async () => {
  const drawn = (scale: number) => {
    const svg = `<svg width="${120 * scale}" height="${100 * scale}" viewBox="0 0 120 100">
      <circle cx="60" cy="50" r="40" fill="#2846aa"/><rect x="40" y="38" width="40" height="16" fill="#f0c020"/></svg>`;
    return sharp(Buffer.from(svg)).png();
  };
  await drawn(1).toFile(join(folder, 'small.png'));
  const done = await cutOut(join(folder, 'small.png'), '--enlarge', '3', '--out', join(folder, 'enlarged'));
  expect(done).toMatchObject({ exitCode: 0, errors: '' });
  expect(done.output).toContain('360 × 300 (enlarged ×3)');

  const { data, width, height } = PNG.sync.read(readFileSync(join(folder, 'enlarged/small-cutout.png')));
  expect([width, height]).toEqual([360, 300]);
  const expected = await drawn(3).ensureAlpha().raw().toBuffer();
  const alphas = Array.from({ length: width * height }, (_, at) => at * 4 + 3);
  const farOff = alphas.filter((at) => Math.abs((data[at] ?? 0) - (expected[at] ?? 0)) > 64);
  // The edge of a smaller drawing is softer, by no more than a pixel of that drawing.
  expect(farOff.length / alphas.length).toBeLessThan(0.01);
  const visible = alphas.filter((at) => expected[at] === 255);
  const differences = visible.map((at) => Math.abs((data[at - 3] ?? 0) - (expected[at - 3] ?? 0)));
  expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).toBeLessThan(4);

  const refused = await cutOut(join(folder, 'small.png'), '--enlarge', '9', '--out', join(folder, 'huge'));
  expect(refused.exitCode).toBe(1);
  expect(refused.errors).toContain('at most 4');
});

test('two photographs of glass become a PNG with its transparency, and two equal ones are refused', slow, async () => {
  const glass = (shade: number) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background: { r: shade, g: shade, b: shade } } })
      .composite([
        {
          input: Buffer.from(
            `<svg width="300" height="200"><circle cx="150" cy="100" r="60" fill="${shade === 0 ? '#5c5c5c' : '#c7c7c7'}"/></svg>`,
          ),
        },
      ])
      .png();
  await glass(0).toFile(join(folder, 'on-black.png'));
  await glass(255).toFile(join(folder, 'on-white.png'));
  const [black, white, out] = ['on-black.png', 'on-white.png', 'glass'].map((name) => join(folder, name));
  const done = await cutOutIn(withoutBrowser, black ?? '', '--other-shot', white ?? '', '--out', out ?? '');
  expect(done).toMatchObject({ errors: '', exitCode: 0 });
  const { data } = PNG.sync.read(readFileSync(join(folder, 'glass/on-black-cutout.png')));
  const pixel = (x: number, y: number) => [...data.subarray((y * 300 + x) * 4, (y * 300 + x) * 4 + 4)];
  // #5c5c5c has 0.107 of the light of white, #c7c7c7 has 0.571, so 0.464 of the light comes through.
  const [red, , , alpha] = pixel(150, 100);
  expect(Math.abs((alpha ?? 0) - 255 * 0.536)).toBeLessThan(3);
  // Its own light is 0.107 / 0.536 = 0.2, which is 124 in sRGB.
  expect(Math.abs((red ?? 0) - 124)).toBeLessThan(3);
  expect(pixel(10, 10)[3]).toBe(0);
  const alike = await cutOutIn(withoutBrowser, black ?? '', '--other-shot', black ?? '', '--out', out ?? '');
  expect(alike.exitCode).toBe(1);
  expect(alike.errors).toContain('backgrounds-alike');
  const broken = join(folder, 'broken.jpg');
  const damaged = await cutOutIn(withoutBrowser, black ?? '', '--other-shot', broken, '--out', out ?? '');
  expect(damaged.exitCode).toBe(1);
  expect(damaged.errors).toContain(`damaged-image (${broken}`);
});

test('a folder becomes transparent PNGs of the same size with masks, and a broken file is named', slow, async () => {
  const { output, errors, exitCode } = await cutOutIn(
    withoutBrowser,
    join(folder, 'in'),
    join(folder, 'broken.jpg'),
    '--out',
    join(folder, 'plain'),
    '--mask',
    '--json',
  );
  expect(exitCode).toBe(1);
  expect(errors).toMatch(/1 of 3 failed:\n {2}.*broken\.jpg: unsupported-format/);
  // Without a terminal and with `--json`, no progress line is written.
  expect(errors).not.toMatch(/\r| a minute/);
  expect(filesIn('plain')).toEqual(['more/mug-cutout.png', 'more/mug-mask.png', 'mug-cutout.png', 'mug-mask.png']);
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const done = lines.filter(({ outcome }) => outcome === 'done');
  expect(done).toHaveLength(2);
  for (const line of done) expect(line).toMatchObject({ doubts: [], disputed: [] });
  const truth = PNG.sync.read(readFileSync(join(root, 'pictures/mug.alpha.png')));
  const result = PNG.sync.read(readFileSync(join(folder, 'plain/mug-cutout.png')));
  expect([result.width, result.height]).toEqual([truth.width, truth.height]);
  let difference = 0;
  for (let at = 0; at < truth.data.length; at += 4) {
    difference += Math.abs((truth.data[at] ?? 0) - (result.data[at + 3] ?? 0));
  }
  expect(difference / (truth.width * truth.height)).toBeLessThan(3);
});

test('preset, format, size, names and jobs are applied', slow, async () => {
  const state = {
    ...initialState,
    background: { kind: 'color', color: '#00ff00' },
    size: { widthPx: 400, heightPx: 400 },
    export: { ...initialState.export, format: 'webp', author: 'Anna Muster', copyright: '© {name}' },
  } as const;
  const preset = presetFile({ state, shape: { ratio: 1, marginPercent: 10 } });
  writeFileSync(join(folder, 'green.isola-preset'), Buffer.from(await preset.arrayBuffer()));
  const out = join(folder, 'green');
  const words = [
    '--preset',
    join(folder, 'green.isola-preset'),
    '--name',
    'shop {n:2} {name}',
    '--jobs',
    '2',
    '--json',
  ];
  const { output, errors, exitCode } = await cutOut(join(folder, 'in'), '--out', out, ...words);
  expect(exitCode, errors).toBe(0);
  expect(filesIn('green')).toEqual(['more/shop 01 mug.webp', 'shop 02 mug.webp']);
  expect(startOf('green', 'shop 02 mug.webp')).toMatch(/^RIFF.{4}WEBP$/s);
  const { xmp } = await sharp(join(out, 'shop 02 mug.webp')).metadata();
  expect(xmp?.toString()).toMatch(/Anna Muster<.*© mug</s);
  const lines = output.trim().split('\n');
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ result: { widthPx: 400, heightPx: 400 } });

  const small = ['--preset', join(folder, 'green.isola-preset'), '--format', 'jpeg', '--max-bytes', '6000'];
  await cutOut(join(folder, 'in/mug.jpg'), '--out', join(folder, 'small'), ...small);
  expect(filesIn('small')).toEqual(['mug-cutout.jpg']);
  expect(startOf('small', 'mug-cutout.jpg')).toMatch(/^\u00ff\u00d8\u00ff/);
  expect(readFileSync(join(folder, 'small/mug-cutout.jpg')).length).toBeLessThanOrEqual(6000);
});

test.each([
  ['webp', /^RIFF.{4}WEBP$/s],
  ['jpeg', /^\u00ff\u00d8\u00ff/],
])('%s is written without a browser, and its size follows the quality', slow, async (format, start) => {
  const sizes: number[] = [];
  for (const quality of ['30', '95']) {
    const out = join(folder, `${format}-${quality}`);
    const words = [join(folder, 'in/mug.jpg'), '--out', out, '--format', format, '--quality', quality];
    const { errors, exitCode } = await cutOutIn(withoutBrowser, ...words);
    expect(exitCode, errors).toBe(0);
    const file = `mug-cutout.${format === 'jpeg' ? 'jpg' : format}`;
    expect(startOf(`${format}-${quality}`, file)).toMatch(start);
    sizes.push(readFileSync(join(out, file)).length);
  }
  expect(sizes[0]).toBeLessThan((sizes[1] ?? 0) / 2);
});

test('the shadow of a photograph is kept, and a portrait without ground is made without one', slow, async () => {
  const pictures = join(import.meta.dirname, '../../pictures');
  const files = [join(pictures, 'shoe.jpg'), join(pictures, 'figure.jpg')];
  const words = ['--shadow', 'photo', '--json', '--jobs', '2'];
  const { output, errors, exitCode } = await cutOut(...files, '--out', join(folder, 'shadow'), ...words);
  expect(exitCode, errors).toBe(0);
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { file: string; missingShadow?: string });
  expect(lines.find(({ file }) => file.endsWith('figure.jpg'))?.missingShadow).toBe('no-ground');
  expect(lines.find(({ file }) => file.endsWith('shoe.jpg'))).not.toHaveProperty('missingShadow');
  const { width, data } = PNG.sync.read(readFileSync(join(folder, 'shadow/shoe-cutout.png')));
  const at = (890 * width + 1240) * 4;
  // On the ground under the toe cap, the result is translucent black.
  expect([...data.subarray(at, at + 3)]).toEqual([0, 0, 0]);
  expect(data[at + 3]).toBeGreaterThan(100);
  expect(data[at + 3]).toBeLessThan(255);
});

test('a face is replaced by blocks, and the line says how many faces were', slow, async () => {
  const file = join(import.meta.dirname, '../../pictures/figure.jpg');
  const { output, errors, exitCode } = await cutOut(file, '--out', join(folder, 'faces'), '--blur-faces', '--json');
  expect(exitCode, errors).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ outcome: 'done', blurredFaces: 1 });
  const { width, height, data } = PNG.sync.read(readFileSync(join(folder, 'faces/figure-cutout.png')));
  // MediaPipe's own runtime says where the face is.
  const points = join(import.meta.dirname, '../../packages/segmenter/test/faces/figure.mediapipe.json');
  const mesh = JSON.parse(readFileSync(points, 'utf8')) as [number, number][];
  const meanOf = (axis: 0 | 1) => mesh.reduce((sum, point) => sum + point[axis], 0) / mesh.length;
  const [centerX, centerY] = [Math.round(meanOf(0) * width), Math.round(meanOf(1) * height)];
  const side = 40;
  let equal = 0;
  for (let y = centerY - side; y < centerY + side; y += 1) {
    for (let x = centerX - side; x < centerX + side; x += 1) {
      const at = (y * width + x) * 4;
      if (data.readUInt32BE(at) === data.readUInt32BE(at + 4)) equal += 1;
    }
  }
  // Neighbours differ only where two blocks meet. In the photograph, hardly any are equal.
  expect(equal / (2 * side) ** 2).toBeGreaterThan(0.9);
});

test('an AVIF is written in a browser, with the alpha of the mask', slow, async () => {
  const out = ['--out', join(folder, 'avif')];
  const { errors, exitCode } = await cutOut(join(folder, 'in/mug.jpg'), ...out, '--format', 'avif', '--mask');
  expect(exitCode, errors).toBe(0);
  expect(filesIn('avif')).toEqual(['mug-cutout.avif', 'mug-mask.png']);
  const mask = PNG.sync.read(readFileSync(join(folder, 'avif/mug-mask.png')));
  const image = sharp(join(folder, 'avif/mug-cutout.avif'));
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: mask.width, height: mask.height, channels: 4 });
  let difference = 0;
  for (let at = 0; at < data.length; at += 4) difference += Math.abs((data[at + 3] ?? 0) - (mask.data[at] ?? 0));
  expect(difference / (mask.width * mask.height)).toBeLessThan(1);
});

test(
  'results are shown on a contact sheet with their names, and a sheet of another kind is refused',
  slow,
  async () => {
    const sheet = join(folder, 'sheets/all.pdf');
    const done = await cutOut(join(folder, 'in'), '--contact-sheet', sheet, '--out', join(folder, 'for-sheet'));
    expect(done).toMatchObject({ exitCode: 0, errors: '' });
    expect(done.output).toContain('contact sheet, images: 2');
    const pdf = await getDocument({ data: new Uint8Array(readFileSync(sheet)), verbosity: 0 }).promise;
    expect(pdf.numPages).toBe(1);
    const page = await pdf.getPage(1);
    // A4 is 595.28 × 841.89 points.
    expect(page.view.map(Math.round)).toEqual([0, 0, 595, 842]);
    const { items } = await page.getTextContent();
    const words = items.map((item) => ('str' in item ? item.str : '')).join('');
    expect(words.split('mug-cutout.png')).toHaveLength(3);

    const refused = await cutOut(join(folder, 'in'), '--contact-sheet', join(folder, 'all.doc'), '--out', folder);
    expect(refused.exitCode).toBe(1);
    expect(refused.errors).toContain('.pdf, .jpg or .png');
  },
);

test('a receipt names the bytes of both files and is signed by the key of the file', slow, async () => {
  const key = join(folder, 'keys/receipt.pem');
  await sharp(join(folder, 'in/mug.jpg')).tiff().toFile(join(folder, 'converted.tiff'));
  const files = [join(folder, 'in/mug.jpg'), join(folder, 'converted.tiff')];
  const done = await cutOut(...files, '--receipt', key, '--out', join(folder, 'receipts'));
  expect(done).toMatchObject({ exitCode: 0, errors: '' });
  expect(done.output).toContain('without a receipt: converted');
  expect(filesIn('receipts')).toEqual(['converted-cutout.png', 'mug-cutout.png', 'mug-cutout.receipt.json']);

  const text = readFileSync(join(folder, 'receipts/mug-cutout.receipt.json'), 'utf8');
  const { photograph, result, signature } = JSON.parse(text) as Record<'photograph' | 'result', { sha256: string }> & {
    readonly signature: { readonly value: string };
  };
  const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
  expect(photograph.sha256).toBe(sha256(join(folder, 'in/mug.jpg')));
  expect(result.sha256).toBe(sha256(join(folder, 'receipts/mug-cutout.png')));
  // The receipt is canonical JSON, and its signature covers everything but the signature’s value.
  const signed = Buffer.from(text.trimEnd().replace(`,"value":${JSON.stringify(signature.value)}`, ''));
  const publicKey = { key: createPublicKey(readFileSync(key)), dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', signed, publicKey, Buffer.from(signature.value, 'base64'))).toBe(true);
});

test('an animation keeps its format, frames and durations, and a JPEG of it is refused', slow, async () => {
  const frames = await Promise.all(
    [0, 40].map((left) =>
      sharp(join(root, 'pictures/mug.jpg'))
        .resize(400, 300)
        .extract({ left, top: 0, width: 360, height: 300 })
        .toBuffer(),
    ),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [80, 240], loop: 2 })
    .toBuffer();
  writeFileSync(join(folder, 'pan.gif'), gif);
  const out = ['--out', join(folder, 'animated')];
  const { output, errors, exitCode } = await cutOutIn(withoutBrowser, join(folder, 'pan.gif'), ...out, '--json');
  expect(exitCode, errors).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ outcome: 'animated', frames: 2, plays: 2, subject: 'found' });
  const result = await sharp(join(folder, 'animated/pan-cutout.gif')).metadata();
  expect(result).toMatchObject({ pages: 2, delay: [80, 240], loop: 2, width: 360, height: 300, hasAlpha: true });

  const refused = await cutOut(join(folder, 'pan.gif'), ...out, '--format', 'jpeg');
  expect(refused.errors).toMatch(/pan\.gif: animation-not-supported \(jpeg has no frames/);
  expect(refused.exitCode).toBe(1);
});

test.each([
  [['--name', '{nmae}'], /placeholder \{nmae\} does not exist/],
  [['--name', '..'], /no character that a file name can have/],
  [['--format', 'gif'], /Allowed choices are png, webp, jpeg, avif, png-palette, psd, tiff, svg, pdf/],
  [['--animation', 'mp4'], /Allowed choices are gif, webp, png/],
  [['--quality', '101'], /at most 100/],
  [['--detail', 'best'], /Allowed choices are standard, fine/],
  [['--jobs', '0'], /whole number of at least 1/],
  [['--preset', 'nowhere.isola-preset'], /The file does not exist/],
  [['--preset', join(root, 'package.json')], /not a usable preset/],
])('%j is rejected with the reason and builds nothing', slow, async (words, reason) => {
  const { errors, output, exitCode } = await cutOut(join(folder, 'in'), '--out', join(folder, 'no'), ...words);
  expect(errors).toMatch(reason);
  expect(output + errors).not.toMatch(/\n\s+at /);
  expect(exitCode).toBe(1);
});

test('a position keeps one of two objects, and a wrong position is explained', slow, async () => {
  const [mug, shoe] = [join(root, 'pictures/mug.jpg'), join(root, 'pictures/shoe.jpg')];
  const half = { width: 800, height: 800, fit: 'cover' } as const;
  const two = sharp({ create: { width: 1600, height: 800, channels: 3, background: '#ffffff' } }).composite([
    { input: await sharp(mug).resize(half).toBuffer(), left: 0, top: 0 },
    { input: await sharp(shoe).resize(half).toBuffer(), left: 800, top: 0 },
  ]);
  await two.jpeg({ quality: 95 }).toFile(join(folder, 'two.jpg'));
  const truth = await sharp(join(root, 'pictures/mug.alpha.png')).resize(half).greyscale().raw().toBuffer();
  const [x, y] = middleOf(truth, 800);

  const out = join(folder, 'one');
  const { exitCode } = await cutOut(join(folder, 'two.jpg'), '--out', out, '--keep', `${x},${y}`);
  expect(exitCode).toBe(0);
  const { data } = await sharp(join(out, 'two-cutout.png')).raw().toBuffer({ resolveWithObject: true });
  let [both, either, shoePx] = [0, 0, 0];
  for (let at = 0; at < 1600 * 800; at += 1) {
    const [column, row] = [at % 1600, Math.floor(at / 1600)];
    const isKept = (data[at * 4 + 3] ?? 0) > 127;
    if (column >= 800) {
      shoePx += Number(isKept);
      continue;
    }
    const isMug = (truth[row * 800 + column] ?? 0) > 127;
    both += Number(isKept && isMug);
    either += Number(isKept || isMug);
  }
  expect(both / either).toBeGreaterThan(0.95);
  expect(shoePx).toBe(0);

  const wrong = await cutOut(join(folder, 'two.jpg'), '--out', out, '--keep', '12');
  expect(wrong.exitCode).not.toBe(0);
  expect(wrong.errors).toContain('It must be a position x,y in pixels, such as 410,620.');
});

/** Returns the mean position of the pixels that are subject. */
function middleOf(alpha: Buffer, width: number): readonly [x: number, y: number] {
  let [count, sumX, sumY] = [0, 0, 0];
  for (const [at, value] of alpha.entries()) {
    if (value < 128) continue;
    count += 1;
    sumX += at % width;
    sumY += Math.floor(at / width);
  }
  return [Math.round(sumX / count), Math.round(sumY / count)];
}

test('a HEIC, a turned TIFF and a broken HEIC in a folder are cut out, or fail by name', slow, async () => {
  const files = join(root, 'packages/convert/test/files');
  mkdirSync(join(folder, 'phone'));
  copyFileSync(join(files, 'mug-photo.heic'), join(folder, 'phone/IMG_0001.HEIC'));
  copyFileSync(join(files, 'mug-6.tif'), join(folder, 'phone/scan.tif'));
  writeFileSync(join(folder, 'phone/broken.heic'), readFileSync(join(files, 'mug.heic')).subarray(0, 500));
  const done = await cutOutIn(withoutBrowser, join(folder, 'phone'), '--out', join(folder, 'from-phone'));
  expect(done.exitCode).toBe(1);
  expect(done.errors).toContain('broken.heic: damaged-image');
  expect(filesIn('from-phone')).toEqual(['IMG_0001-cutout.png', 'scan-cutout.png']);
  const { width, height } = PNG.sync.read(readFileSync(join(folder, 'from-phone/IMG_0001-cutout.png')));
  expect([width, height]).toEqual([800, 600]);
  const turned = PNG.sync.read(readFileSync(join(folder, 'from-phone/scan-cutout.png')));
  expect([turned.width, turned.height]).toEqual([72, 96]);
});
