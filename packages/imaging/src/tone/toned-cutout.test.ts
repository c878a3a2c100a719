import { expect, test } from 'vitest';

import { createToneRow } from './create-tone-row.ts';
import { draftToneRow } from './draft-tone-row.ts';
import { noTone, type ToneParams } from './tone-params.ts';
import { tonedCutout } from './toned-cutout.ts';

const light = (value: number) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const encoded = (value: number) => 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/**
 * OKLab by way of XYZ, with the matrices of Björn Ottosson's article. The code under test uses those for linear sRGB.
 * @see https://bottosson.github.io/posts/oklab/
 */
function oklabOf([red = 0, green = 0, blue = 0]: readonly number[]): readonly [number, number, number] {
  const [r, g, b] = [light(red), light(green), light(blue)];
  const x = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = 0.0193339 * r + 0.119192 * g + 0.9503041 * b;
  const l = Math.cbrt(0.8189330101 * x + 0.3618667424 * y - 0.1288597137 * z);
  const m = Math.cbrt(0.0329845436 * x + 0.9293118715 * y + 0.0361456387 * z);
  const s = Math.cbrt(0.0482003018 * x + 0.2643662691 * y + 0.633851707 * z);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toned(tone: Partial<ToneParams>, ...color: readonly number[]): readonly number[] {
  const row = Uint8ClampedArray.of(...color, 255);
  createToneRow({ ...noTone, ...tone })(row);
  return [...row.subarray(0, 3)];
}

const ramp = Array.from({ length: 256 }, (_, value) => value);

test('a stop of exposure doubles the light up to half of white', () => {
  for (const value of ramp.filter((each) => light(each) <= 0.25)) {
    expect(Math.abs((toned({ exposure: 1 }, value, value, value)[0] ?? -9) - encoded(2 * light(value)))).toBeLessThan(
      0.6,
    );
  }
  for (const value of ramp) {
    expect(Math.abs((toned({ exposure: -2 }, value, value, value)[0] ?? -9) - encoded(light(value) / 4))).toBeLessThan(
      0.6,
    );
  }
});

test('highlights roll off: the brightest is white, and no tone below it is cut off', () => {
  for (const exposure of [0.3, 1, 2]) {
    const result = ramp.map((value) => toned({ exposure }, value, value, value)[0] ?? 0);
    expect(result.at(-1)).toBe(255);
    expect(result.every((value, index) => index === 0 || value >= (result[index - 1] ?? 0))).toBe(true);
    expect(result.indexOf(255)).toBeGreaterThan(250);
  }
});

test('contrast keeps black, middle grey and white, and steepens the tones about middle grey', () => {
  // 118 is 18 % of the light, the grey of a grey card.
  for (const contrast of [-100, -40, 40, 100]) {
    for (const value of [0, 255]) expect(toned({ contrast }, value, value, value)).toEqual([value, value, value]);
    expect(Math.abs((toned({ contrast }, 118, 118, 118)[0] ?? -9) - 118)).toBeLessThanOrEqual(1);
    const lightness = (value: number) => Math.cbrt(light(toned({ contrast }, value, value, value)[0] ?? 0));
    const slope = (lightness(128) - lightness(108)) / (Math.cbrt(light(128)) - Math.cbrt(light(108)));
    expect(Math.abs(slope - 2 ** (contrast / 100))).toBeLessThan(0.2);
  }
});

test('exposure and contrast keep the hue of strong colours, which cutting off a channel would change', () => {
  const hueOf = (color: readonly number[]) => {
    const [, a, b] = oklabOf(color);
    return Math.atan2(b, a);
  };
  for (const color of [
    [240, 120, 20],
    [30, 60, 230],
    [250, 220, 40],
    [220, 30, 120],
  ]) {
    for (const tone of [{ exposure: 2 }, { contrast: 100 }, { exposure: 1, contrast: 60, saturation: 60 }]) {
      const result = toned(tone, ...color);
      const away = Math.abs(hueOf(result) - hueOf(color));
      // Scaling light turns the hue of OKLab by nothing, and 8 bits by less than two degrees.
      expect(Math.min(away, 2 * Math.PI - away), `${color.join()} ${JSON.stringify(tone)}`).toBeLessThan(0.035);
    }
  }
});

test('saturation scales the chroma of OKLab and keeps lightness and hue', () => {
  for (const saturation of [-100, -50, 30]) {
    for (const color of [
      [120, 90, 80],
      [60, 110, 140],
      [150, 150, 110],
    ]) {
      const [own, result] = [oklabOf(color), oklabOf(toned({ saturation }, ...color))];
      const share = 1 + saturation / 100;
      expect(Math.abs(result[0] - own[0])).toBeLessThan(0.003);
      expect(Math.abs(result[1] - own[1] * share)).toBeLessThan(0.003);
      expect(Math.abs(result[2] - own[2] * share)).toBeLessThan(0.003);
    }
  }
  // The lightness of the red of sRGB in OKLab is 0.62796.
  const grey = Math.round(encoded(0.62796 ** 3));
  expect(toned({ saturation: -100 }, 255, 0, 0)).toEqual([grey, grey, grey]);
});

test('a tone of zeros changes no pixel', () => {
  const row = Uint8ClampedArray.from({ length: 4 * 4096 }, (_, at) => (at * 7919) % 256);
  const before = row.slice();
  createToneRow(noTone)(row);
  expect(row).toEqual(before);
});

test('a draft differs from the file by at most 3 of 255, and keeps greys grey', () => {
  const tone = { ...noTone, exposure: 1.5, contrast: 40, temperature: 20, saturation: 30 };
  const row = Uint8ClampedArray.from({ length: 4 * 4096 }, (_, at) =>
    at % 4 === 3 ? 255 : 90 + 80 * Math.sin(at / 97 + (at % 4) / 3),
  );
  const [exact, draft] = [row.slice(), row.slice()];
  createToneRow(tone)(exact);
  draftToneRow(createToneRow(tone))(draft);
  expect(Math.max(...exact.map((value, at) => Math.abs(value - (draft[at] ?? 0))))).toBeLessThanOrEqual(3);
  const greys = Uint8ClampedArray.from({ length: 1024 }, (_, at) => (at % 4 === 3 ? 255 : at >> 2));
  draftToneRow(createToneRow({ ...noTone, exposure: 1 }))(greys);
  for (const value of ramp) expect(new Set(greys.subarray(value * 4, value * 4 + 3)).size).toBe(1);
});

const [widthPx, heightPx] = [40, 90];

/** A cutout whose pixels are functions of their place. */
function cutoutOf(pixel: (x: number, y: number) => readonly [number, number, number, number]) {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) data.set(pixel(x, y), (y * widthPx + x) * 4);
  }
  return {
    widthPx,
    heightPx,
    data,
    async *rows() {
      for (let firstRow = 0; firstRow < heightPx; firstRow += 64) {
        const rowCount = Math.min(64, heightPx - firstRow);
        const start = firstRow * widthPx * 4;
        yield { firstRow, rowCount, data: data.subarray(start, start + rowCount * widthPx * 4) };
      }
    },
  };
}

async function gathered({ rows }: Pick<ReturnType<typeof cutoutOf>, 'rows'> | ReturnType<typeof tonedCutout>) {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for await (const strip of rows()) data.set(strip.data, strip.firstRow * widthPx * 4);
  return data;
}

const sharp = { ...noTone, sharpness: 100 };

test('sharpening steepens an edge, keeps its hue and leaves even surfaces as they are', async () => {
  const soft = cutoutOf((x) => {
    const part = Math.min(1, Math.max(0, (x - 15) / 10));
    return [80 + 80 * part, 60 + 60 * part, 40 + 40 * part, 255];
  });
  const result = await gathered(tonedCutout(soft, sharp, 1.6));
  const at = (data: Uint8ClampedArray, x: number, channel = 0) => data[(45 * widthPx + x) * 4 + channel] ?? -9;
  expect(at(result, 4)).toBe(80);
  expect(at(result, 36)).toBe(160);
  const step = (data: Uint8ClampedArray) => at(data, 25) - at(data, 15);
  expect(step(result)).toBeGreaterThan(step(soft.data) + 4);
  expect(Math.abs(light(at(result, 25)) / light(at(result, 25, 2)) - light(160) / light(80))).toBeLessThan(0.15);
  // The first and the last row are sharpened like those between them.
  for (const y of [0, heightPx - 1]) {
    expect(result.subarray(y * widthPx * 4, (y + 1) * widthPx * 4)).toEqual(
      result.subarray(45 * widthPx * 4, 46 * widthPx * 4),
    );
  }
});

test('sharpening makes no rim at the edge of the subject, and leaves alpha and what is transparent', async () => {
  const alphaAt = (x: number) => 255 * Math.min(1, Math.max(0, (24 - x) / 8));
  const beforeWhite = cutoutOf((x) => [90, 90, 90, alphaAt(x)]);
  const hidden = cutoutOf((x) => (alphaAt(x) === 0 ? [255, 255, 255, 0] : [90, 90, 90, alphaAt(x)]));
  expect(await gathered(tonedCutout(beforeWhite, sharp, 1.6))).toEqual(beforeWhite.data);
  expect(await gathered(tonedCutout(hidden, sharp, 1.6))).toEqual(hidden.data);
  expect(await gathered(tonedCutout(hidden, sharp, 1.6, 'draft'))).toEqual(hidden.data);
});

test('the rows of the given cutout stay as they are', async () => {
  const cutout = cutoutOf((x, y) => [x * 3, y, 90, 255]);
  const before = cutout.data.slice();
  await gathered(tonedCutout(cutout, { ...sharp, exposure: 1 }, 1));
  await gathered(tonedCutout(cutout, { ...noTone, exposure: 1 }, 1));
  expect(cutout.data).toEqual(before);
});
