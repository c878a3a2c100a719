import { expect, test } from 'vitest';

import { hexToHsv, hexToRgb, hsvToHex, hsvToRgb, parseHex, rgbToHex, rgbToHsv } from './hsv.ts';

/**
 * Named colours of CSS: RGB values from CSS Color 4; hue, saturation and value from published tables of colour names.
 */
const named = [
  { name: 'tomato', hex: '#ff6347', rgb: [255, 99, 71], hsv: [9, 72, 100] },
  { name: 'gold', hex: '#ffd700', rgb: [255, 215, 0], hsv: [51, 100, 100] },
  { name: 'tan', hex: '#d2b48c', rgb: [210, 180, 140], hsv: [34, 33, 82] },
  { name: 'teal', hex: '#008080', rgb: [0, 128, 128], hsv: [180, 100, 50] },
  { name: 'steelblue', hex: '#4682b4', rgb: [70, 130, 180], hsv: [207, 61, 71] },
  { name: 'rebeccapurple', hex: '#663399', rgb: [102, 51, 153], hsv: [270, 67, 60] },
  { name: 'indigo', hex: '#4b0082', rgb: [75, 0, 130], hsv: [275, 100, 51] },
  { name: 'orchid', hex: '#da70d6', rgb: [218, 112, 214], hsv: [302, 49, 85] },
  { name: 'crimson', hex: '#dc143c', rgb: [220, 20, 60], hsv: [348, 91, 86] },
  { name: 'slategray', hex: '#708090', rgb: [112, 128, 144], hsv: [210, 22, 56] },
  { name: 'silver', hex: '#c0c0c0', rgb: [192, 192, 192], hsv: [0, 0, 75] },
  { name: 'black', hex: '#000000', rgb: [0, 0, 0], hsv: [0, 0, 0] },
  { name: 'white', hex: '#ffffff', rgb: [255, 255, 255], hsv: [0, 0, 100] },
] as const;

test.each(named)('$name has the RGB values of CSS', ({ hex, rgb: [r, g, b] }) => {
  expect(hexToRgb(hex)).toEqual({ r, g, b });
  expect(rgbToHex({ r, g, b })).toBe(hex);
});

test.each(named)('$name has the published hue, saturation and value', ({ hex, rgb: [r, g, b], hsv: [h, s, v] }) => {
  const found = rgbToHsv({ r, g, b });
  expect([found.h, found.s * 100, found.v * 100].map(Math.round)).toEqual([h, s, v]);
  expect(hsvToHex(hexToHsv(hex))).toBe(hex);
});

test('pure hues are 60° apart, and 360° is red again', () => {
  const pure = [0, 60, 120, 180, 240, 300, 360].map((h) => hsvToHex({ h, s: 1, v: 1 }));
  expect(pure).toEqual(['#ff0000', '#ffff00', '#00ff00', '#00ffff', '#0000ff', '#ff00ff', '#ff0000']);
});

test('hsvToRgb converts half saturation and half brightness', () => {
  expect(hsvToRgb({ h: 120, s: 0.5, v: 0.5 })).toEqual({ r: 63.75, g: 127.5, b: 63.75 });
});

test('conversion to HSV and back preserves colours from the whole RGB cube', () => {
  for (let number = 0; number <= 0xff_ff_ff; number += 4099) {
    const hex = `#${number.toString(16).padStart(6, '0')}`;
    expect(hsvToHex(hexToHsv(hex))).toBe(hex);
  }
});

test.each([
  ['#663399', '#663399'],
  ['#F2A', '#ff22aa'],
  ['639', '#663399'],
  ['  66 3399', undefined],
  [' D2B48C\n', '#d2b48c'],
  ['#66339', undefined],
  ['#66339980', undefined],
  ['tan', undefined],
  ['', undefined],
])('parseHex of %j returns %s', (text, hex) => {
  expect(parseHex(text)).toBe(hex);
});
