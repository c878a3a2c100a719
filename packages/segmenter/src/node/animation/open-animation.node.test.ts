import { crc32 } from 'node:zlib';

import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';

import { openAnimation } from './open-animation.ts';

/** Pixels of the canvas by letter; a dot is transparent, and `h` is half-transparent red. */
const colours: Readonly<Record<string, readonly number[]>> = {
  '.': [0, 0, 0, 0],
  r: [255, 0, 0, 255],
  g: [0, 255, 0, 255],
  h: [255, 0, 0, 128],
};

const disposals = { none: 0, background: 1, previous: 2 };
const blends = { source: 0, over: 1 };

interface Frame {
  readonly rows: readonly string[];
  readonly at?: readonly [x: number, y: number];
  readonly delay?: readonly [numerator: number, denominator: number];
  readonly dispose?: keyof typeof disposals;
  readonly blend?: keyof typeof blends;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([words(data.length), body, words(crc32(body))]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** Returns the compressed pixels of a PNG that pngjs writes. */
function compressed(rows: readonly string[]): Buffer {
  const png = new PNG({ width: rows[0]?.length ?? 0, height: rows.length });
  png.data = Buffer.from(rows.flatMap((row) => Array.from(row, (letter) => colours[letter] ?? [])).flat());
  const file = PNG.sync.write(png, { colorType: 6 });
  const at = file.indexOf('IDAT');
  return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4));
}

/** Writes an APNG of 4 × 2 px. @param still pixels for programs that show no animations, when they are not the first frame. */
function apng(frames: readonly Frame[], { plays = 0, still = [] as readonly string[], counted = frames.length } = {}) {
  let sequence = 0;
  const parts = frames.flatMap(({ rows, at = [0, 0], delay = [1, 10], dispose = 'none', blend = 'source' }, index) => {
    const place = words(sequence, rows[0]?.length ?? 0, rows.length, ...at);
    const [numerator, denominator] = delay;
    const rest = Buffer.from([
      numerator >> 8,
      numerator & 255,
      denominator >> 8,
      denominator & 255,
      disposals[dispose],
      blends[blend],
    ]);
    const control = chunk('fcTL', Buffer.concat([place, rest]));
    sequence += 1;
    if (index === 0 && still.length === 0) return [control, chunk('IDAT', compressed(rows))];
    sequence += 1;
    return [control, chunk('fdAT', Buffer.concat([words(sequence - 1), compressed(rows)]))];
  });
  const header = Buffer.concat([words(4, 2), Buffer.from([8, 6, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('acTL', words(counted, plays)),
    ...(still.length > 0 ? [chunk('IDAT', compressed(still))] : []),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Decodes an animation. @returns each frame's rows as letters. */
async function shown(file: Buffer) {
  const { decode, ...header } = await openAnimation(new Blob([new Uint8Array(file)]));
  const frames: string[][] = [];
  const durations: number[] = [];
  const letterOf = (pixel: readonly number[]) =>
    Object.entries(colours).find(([, colour]) => String(colour) === String(pixel))?.[0] ?? '?';
  for await (const { pixels, durationMs } of decode()) {
    durations.push(durationMs);
    const all = Array.from({ length: 8 }, (_, at) => letterOf(Array.from(pixels.subarray(at * 4, at * 4 + 4)))).join(
      '',
    );
    frames.push([all.slice(0, 4), all.slice(4)]);
  }
  return { header, frames, durations };
}

const red: Frame = { rows: ['rrrr', 'rrrr'] };

test.each<[string, readonly Frame[], readonly (readonly string[])[]]>([
  [
    'a part replaces what is below it',
    [red, { rows: ['g.'], at: [1, 1] }],
    [
      ['rrrr', 'rrrr'],
      ['rrrr', 'rg.r'],
    ],
  ],
  [
    'a part is blended over what is below it',
    [red, { rows: ['g.'], at: [1, 1], blend: 'over' }],
    [
      ['rrrr', 'rrrr'],
      ['rrrr', 'rgrr'],
    ],
  ],
  [
    'half-transparent red over nothing keeps its colour',
    [{ rows: ['....', '....'] }, { rows: ['h'], at: [0, 0], blend: 'over' }],
    [
      ['....', '....'],
      ['h...', '....'],
    ],
  ],
  [
    'a part is cleared afterwards',
    [red, { rows: ['gg'], at: [0, 0], dispose: 'background' }, { rows: ['g'], at: [3, 1] }],
    [
      ['rrrr', 'rrrr'],
      ['ggrr', 'rrrr'],
      ['..rr', 'rrrg'],
    ],
  ],
  [
    'a part is taken back afterwards',
    [red, { rows: ['gg'], at: [0, 0], dispose: 'previous' }, { rows: ['g'], at: [3, 1] }],
    [
      ['rrrr', 'rrrr'],
      ['ggrr', 'rrrr'],
      ['rrrr', 'rrrg'],
    ],
  ],
  [
    'a first frame that is taken back is cleared',
    [
      { ...red, dispose: 'previous' },
      { rows: ['g'], at: [3, 1] },
    ],
    [
      ['rrrr', 'rrrr'],
      ['....', '...g'],
    ],
  ],
])('in an APNG, %s', async (_, frames, expected) => {
  expect((await shown(apng(frames))).frames).toEqual(expected);
});

test('an APNG states its plays and the durations as fractions of a second', async () => {
  const delays = [
    [1, 10],
    [25, 0],
    [70, 1000],
    [0, 10],
  ] as const;
  const file = apng(
    delays.map((delay) => ({ ...red, delay })),
    { plays: 5 },
  );
  const { header, durations } = await shown(file);
  expect(header).toEqual({ format: 'png', widthPx: 4, heightPx: 2, frames: 4, plays: 5 });
  expect(durations).toEqual([100, 250, 70, 0]);
});

test('an image for programs that show no animations is not a frame', async () => {
  const file = apng([red, { rows: ['gggg', 'gggg'] }], { still: ['....', '....'] });
  expect((await shown(file)).frames).toEqual([
    ['rrrr', 'rrrr'],
    ['gggg', 'gggg'],
  ]);
});

test('a still PNG is one frame', async () => {
  const png = new PNG({ width: 4, height: 2 });
  png.data.fill(255);
  expect((await openAnimation(new Blob([new Uint8Array(PNG.sync.write(png))]))).frames).toBe(1);
});

describe('a damaged APNG is rejected with the number of the frame', () => {
  const file = apng([red, { rows: ['gg'] }, { rows: ['gr'] }]);
  const changed = (at: number) => Buffer.from(file.map((value, index) => (index === at ? value ^ 1 : value)));
  test.each<[string, Buffer, RegExp]>([
    ['with a changed byte in the second frame', changed(file.indexOf('fdAT') + 9), /frame 2.*wrong checksum of fdAT/],
    ['that ends early', file.subarray(0, -30), /frame 3/],
    ['with fewer frames than it states', apng([red], { counted: 2 }), /1 of 2 frames/],
    ['with a frame outside of the canvas', apng([red, { rows: ['gg'], at: [3, 0] }]), /frame 2 is outside/],
  ])('%s', async (_, damaged, detail) => {
    const opened = openAnimation(new Blob([new Uint8Array(damaged)]));
    await expect(opened).rejects.toMatchObject({ code: 'damaged-image', detail: expect.stringMatching(detail) });
  });

  test('with pixels that cannot be decoded', async () => {
    const at = file.indexOf('fdAT');
    const length = file.readUInt32BE(at - 4);
    const broken = Buffer.concat([
      file.subarray(0, at - 4),
      chunk('fdAT', Buffer.concat([file.subarray(at + 4, at + 8), Buffer.alloc(length - 4, 7)])),
      file.subarray(at + 8 + length),
    ]);
    await expect(shown(broken)).rejects.toMatchObject({
      code: 'damaged-image',
      detail: expect.stringMatching(/from frame 2 on/),
    });
  });
});
