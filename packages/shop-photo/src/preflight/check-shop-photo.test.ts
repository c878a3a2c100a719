import {
  type CheckedPhoto,
  checkShopPhoto,
  type DecodedPhoto,
  readFormat,
  type RuleId,
  type RuleState,
  type Target,
  targets,
} from '@isola/shop-photo';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';

type Colour = readonly [red: number, green: number, blue: number, alpha?: number];

interface Drawing {
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly ground?: Colour;
  /** Bounding box of the subject. A box of zero size leaves the photo empty. */
  readonly subject?: readonly [left: number, top: number, right: number, bottom: number] | undefined;
}

const white: Colour = [255, 255, 255];

/** Draws a dark product on a ground with plain loops, so that every measure is known. */
function drawn({ widthPx = 1000, heightPx = widthPx, ground = white, subject = [50, 50, 950, 950] }: Drawing) {
  const data = Buffer.alloc(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const [left, top, right, bottom] = subject;
      const isSubject = x >= left && x < right && y >= top && y < bottom;
      const [red, green, blue, alpha = 255] = isSubject ? ([60, 40, 120] as const) : ground;
      data.set([red, green, blue, alpha], (y * widthPx + x) * 4);
    }
  }
  return { width: widthPx, height: heightPx, data };
}

const asJpeg = (drawing: Drawing, quality = 92) =>
  new Blob([new Uint8Array(jpeg.encode(drawn(drawing), quality).data)]);

function asPng(drawing: Drawing): Blob {
  const png = new PNG(drawn(drawing));
  png.data = drawn(drawing).data;
  return new Blob([new Uint8Array(PNG.sync.write(png))]);
}

/** Decodes with libraries that are neither the browser's nor ours. */
async function decode(file: Blob): Promise<DecodedPhoto> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const { width, height, data } =
    bytes[0] === 0xff ? jpeg.decode(bytes, { useTArray: true, maxMemoryUsageInMB: 2048 }) : PNG.sync.read(bytes);
  return { widthPx: width, heightPx: height, data };
}

async function stateOf(file: Blob, target: Target): Promise<Partial<Record<RuleId, RuleState>>> {
  const { rules } = await checkShopPhoto(file, target, decode);
  return Object.fromEntries(rules.map(({ id, state }) => [id, state]));
}

function ruleOf<Id extends RuleId>({ rules }: CheckedPhoto, id: Id) {
  const rule = rules.find((each): each is Extract<(typeof rules)[number], { id: Id }> => each.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule;
}

/** Returns a target with other pixel rules. The tests use a fifth of the real sizes, which decode faster. */
function small(target: Target, pixels: Target['spec']['pixels']): Target {
  return { ...target, spec: { ...target.spec, ...(pixels && { pixels }) } };
}
const amazon = small(targets.amazon, { side: 'longer', minPx: 200, bestPx: 400, maxPx: 2000 });

/** A photo of 400 px of which the product takes 360 px, which is 90 %. */
const good: Drawing = { widthPx: 400, subject: [20, 60, 380, 340] };

describe('a file that keeps Amazon’s rules', () => {
  test.each([
    ['JPEG', asJpeg(good)],
    ['PNG', asPng(good)],
  ])('%s passes', async (_, file) => {
    const checked = await checkShopPhoto(file, amazon, decode);
    expect(checked.state).toBe('pass');
    expect(Object.fromEntries(checked.rules.map(({ id, state }) => [id, state]))).toEqual({
      pixels: 'pass',
      background: 'pass',
      fill: 'pass',
      edge: 'pass',
      format: 'pass',
      'file-size': 'pass',
    });
    expect(ruleOf(checked, 'fill').measured.share).toBeCloseTo(0.9, 2);
    expect(ruleOf(checked, 'file-size').measured).toBe(file.size);
    expect(ruleOf(checked, 'background').measured).toEqual({ count: 1596, offColour: 0, worst: undefined });
  });
});

describe('checkShopPhoto reports only the planted fault:', () => {
  const faults: readonly (readonly [string, Blob, RuleId])[] = [
    ['a border of 254', asPng({ ...good, ground: [254, 254, 254] }), 'background'],
    ['a border of 254 in a JPEG', asJpeg({ ...good, ground: [254, 254, 254] }, 100), 'background'],
    ['a transparent border', asPng({ ...good, ground: [255, 255, 255, 250] }), 'background'],
    ['too few pixels', asPng({ widthPx: 199, subject: [10, 10, 190, 190] }), 'pixels'],
    ['a product that is too small', asPng({ ...good, subject: [40, 60, 360, 340] }), 'fill'],
    ['no product', asPng({ ...good, subject: [0, 0, 0, 0] }), 'fill'],
    ['a product that touches the edge', asPng({ ...good, subject: [0, 60, 380, 340] }), 'edge'],
    ['a file that is too large', new Blob([asJpeg(good), new Uint8Array(10_000_001)]), 'file-size'],
  ];
  test.each(faults)('%s', async (_, file, fault) => {
    const states = await stateOf(file, amazon);
    expect(Object.entries(states).filter(([, state]) => state !== 'pass')).toEqual([[fault, 'fail']]);
  });

  test('a product that is too large', async () => {
    const file = asPng({ widthPx: 500, subject: [20, 20, 480, 460] });
    expect((await stateOf(file, targets.ebay)).fill).toBe('fail');
  });

  test('a wrong aspect ratio', async () => {
    const file = asPng({ widthPx: 220, heightPx: 210, subject: [20, 20, 200, 190] });
    expect(await stateOf(file, targets.walmart)).toMatchObject({ ratio: 'fail' });
    const tall = asPng({ widthPx: 150, heightPx: 200, subject: [20, 20, 130, 180] });
    expect((await stateOf(tall, targets.ozon)).ratio).toBe('pass');
  });

  test('a wrong size where only one is allowed, a wrong format and too few bytes', async () => {
    const states = await stateOf(asPng({ widthPx: 801, subject: [50, 50, 750, 750] }), targets.taobao);
    expect(states).toMatchObject({ pixels: 'fail', format: 'fail', 'file-size': 'fail', ratio: 'pass' });
  });

  test('a product with too few pixels', async () => {
    const taobao = small(targets.taobao, { side: 'both', exactPx: 400 });
    expect((await stateOf(asJpeg({ widthPx: 400, subject: [50, 50, 349, 349] }), taobao)).fill).toBe('fail');
    expect((await stateOf(asJpeg({ widthPx: 400, subject: [50, 50, 352, 300] }), taobao)).fill).toBe('pass');
  });

  test('a size below the recommended one is advice', async () => {
    const states = await stateOf(asPng({ widthPx: 300, subject: [15, 15, 285, 285] }), amazon);
    expect(states.pixels).toBe('advice');
  });

  test('names the colour of a single deviating pixel', async () => {
    const picture = drawn(good);
    picture.data.set([250, 252, 255], 399 * 4);
    const png = new PNG(picture);
    png.data = picture.data;
    const checked = await checkShopPhoto(new Blob([new Uint8Array(PNG.sync.write(png))]), amazon, decode);
    expect(ruleOf(checked, 'background')).toMatchObject({
      state: 'fail',
      measured: { offColour: 1, worst: '#fafcff' },
    });
  });
});

test('readFormat reads the format from the bytes and not from the file name', async () => {
  const tiny: Drawing = { widthPx: 8, subject: [2, 2, 6, 6] };
  expect(await readFormat(new File([asPng(tiny)], 'shoe.jpg', { type: 'image/jpeg' }))).toBe('png');
  expect(await readFormat(asJpeg(tiny))).toBe('jpeg');
  expect(await readFormat(new Blob(['RIFF\0\0\0\0WEBPVP8 ']))).toBe('webp');
  expect(await readFormat(new Blob(['hello']))).toBeUndefined();
});

test('a transparent file needs a border without alpha, and its product is what has alpha', async () => {
  const clear = asPng({ ...good, ground: [0, 0, 0, 0], subject: [30, 60, 370, 340] });
  const transparent = small(targets.transparent, { side: 'both', bestPx: 400 });
  const checked = await checkShopPhoto(clear, transparent, decode);
  expect(checked.state).toBe('pass');
  expect(ruleOf(checked, 'fill').measured.longerSidePx).toBe(340);
  expect((await stateOf(asPng({ ...good, ground: [0, 0, 0, 3] }), transparent)).background).toBe('fail');
});
