import { expect, test } from 'vitest';

import {
  formatAge,
  formatBytes,
  formatCurrency,
  formatDate,
  formatList,
  formatMegabytes,
  formatNumber,
  formatPercent,
  formatSeconds,
  majorUnits,
} from './format.ts';
import { locales } from './locales.ts';

// The expected values are written by hand from the patterns of CLDR. Their spaces are no-break spaces.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.each([
  ['en', '88.2 MB'],
  ['de', '88,2 MB'],
  ['fr', '88,2 Mo'],
  ['ru', '88,2 МБ'],
  ['zh', '88.2 MB'],
] as const)('formats megabytes in %s', (locale, expected) => {
  expect(plain(formatMegabytes(locale, 88_188_479))).toBe(expected);
});

test('formats a file size in the unit that needs few digits', () => {
  expect(plain(formatBytes('en', 512))).toBe('512 byte');
  expect(plain(formatBytes('en', 512_000))).toBe('512 kB');
  expect(plain(formatBytes('en', 2_500_000))).toBe('2.5 MB');
});

test('formats seconds and percent', () => {
  expect(formatSeconds('en', 1_449)).toBe('1.4s');
  expect(formatSeconds('zh', 1_449)).toBe('1.4秒');
  expect(plain(formatPercent('de', 0.461))).toBe('46 %');
  expect([formatPercent('en', 0.077, 2), formatPercent('en', 0.19, 2)]).toEqual(['7.7%', '19%']);
});

test.each([
  ['en', '12,345.5'],
  ['de', '12.345,5'],
  ['fr', '12 345,5'],
  ['ru', '12 345,5'],
  ['es', '12.345,5'],
] as const)('formats a number in %s', (locale, expected) => {
  expect(plain(formatNumber(locale, 12_345.5))).toBe(expected);
});

test('formats a number with the requested decimals', () => {
  expect(formatNumber('en', 35, 1)).toBe('35.0');
  expect(formatNumber('de', 34.26, 1)).toBe('34,3');
  expect(formatNumber('en', 34.6, 0)).toBe('35');
});

test.each([
  ['zh', 0, 'CNY', '¥0'],
  ['en', 0, 'CNY', 'CNY 0'],
  ['ja', 1199.5, 'CNY', 'CNY 1,199.50'],
  ['ko', 0, 'CNY', 'CNY 0'],
  ['es', 0, 'CNY', '0 CNY'],
  ['fr', 1199.5, 'CNY', '1 199,50 CNY'],
  ['de', 407.95, 'CNY', '407,95 CNY'],
  ['ru', 0, 'CNY', '0 CNY'],
  ['zh', 1200, 'JPY', 'JPY 1,200'],
  ['zh', 9.5, 'USD', 'US$9.50'],
  ['de', 9.5, 'EUR', '9,50 €'],
  ['ja', 1200, 'JPY', '￥1,200'],
] as const)('formats money in %s: %d %s', (locale, amount, currency, expected) => {
  expect(plain(formatCurrency(locale, amount, currency))).toBe(expected);
});

test('formats money with all its decimals, and in short for an axis', () => {
  expect(plain(formatCurrency('ru', 0, 'CNY', 'exact'))).toBe('0,00 CNY');
  expect(plain(formatCurrency('ja', 0, 'CNY', 'exact'))).toBe('CNY 0.00');
  expect(plain(formatCurrency('zh', 1200, 'CNY', 'exact'))).toBe('¥1,200.00');
  expect(plain(formatCurrency('en', 1_234_000, 'CNY', 'compact'))).toBe('¥1.2M');
});

test('formats an amount without a space at which a line may break', () => {
  for (const locale of locales) expect(formatCurrency(locale, 1_199.5, 'CNY')).not.toContain(' ');
});

test.each([
  ['zh', '2026年11月21日'],
  ['en', 'November 21, 2026'],
  ['ko', '2026년 11월 21일'],
  ['de', '21. November 2026'],
  ['ru', '21 ноября 2026 г.'],
] as const)('formats a day in %s', (locale, expected) => {
  expect(plain(formatDate(locale, new Date('2026-11-21T12:00:00Z'), 'UTC'))).toBe(expected);
});

test('formats a list', () => {
  const formats = ['JPEG', 'PNG', 'WebP'];
  expect(formatList('en', formats, 'or')).toBe('JPEG, PNG, or WebP');
  expect(formatList('zh', formats, 'or')).toBe('JPEG、PNG或WebP');
  expect(formatList('es', formats)).toBe('JPEG, PNG y WebP');
});

test('formats an age in the largest unit that fits, and a time in the future as now', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (locale: 'en' | 'ru', iso: string) => plain(formatAge(locale, new Date(iso), now));
  expect(ago('en', '2026-11-21T11:59:30Z')).toBe('now');
  expect(ago('en', '2026-11-21T10:00:00Z')).toBe('2 hours ago');
  expect(ago('en', '2026-11-20T11:00:00Z')).toBe('yesterday');
  // 47 hours are two days of the calendar.
  expect(plain(formatAge('en', new Date(2026, 10, 16, 9), new Date(2026, 10, 18, 8)))).toBe('2 days ago');
  expect(plain(formatAge('de', new Date(2026, 10, 16, 9), new Date(2026, 10, 18, 8)))).toBe('vorgestern');
  expect(ago('en', '2026-11-28T12:00:00Z')).toBe('now');
  expect(ago('ru', '2026-11-21T11:58:00Z')).toBe('2 минуты назад');
  expect(ago('ru', '2026-11-21T11:55:00Z')).toBe('5 минут назад');
});

test('converts amounts from the smallest unit of their currency', () => {
  // ISO 4217: two decimals, none, three.
  expect([majorUnits(1234, 'CNY'), majorUnits(1234, 'JPY'), majorUnits(1234, 'KWD')]).toEqual([12.34, 1234, 1.234]);
});
