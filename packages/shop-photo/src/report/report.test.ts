import { type CheckedPhoto, reportHtml, reportJson, type ReportWords } from '@isola/shop-photo';
import { expect, test } from 'vitest';

const checked: CheckedPhoto = {
  state: 'fail',
  rules: [
    { id: 'file-size', state: 'fail', measured: 12_000_000, allowed: { maxBytes: 10_000_000 } },
    { id: 'edge', state: 'pass', measured: [], allowed: 'none' },
  ],
};
const photos = [{ fileName: '<b>shoe</b>-amazon.jpg', shop: 'Amazon', checked }];
const words: ReportWords = {
  language: 'de',
  title: 'Prüfbericht',
  notes: ['Erstellt am 1. Dezember'],
  rule: 'Regel',
  measured: 'Gemessen',
  allowed: 'Erlaubt',
  result: 'Ergebnis',
  enlarged: ({ method, scale }) => `${method} ${scale}`,
  words: ({ id, state }) => ({
    name: `name ${id}`,
    measured: `measured ${id}`,
    allowed: `allowed ${id}`,
    state: `state ${state}`,
  }),
};

test('reportJson contains the measures as numbers', async () => {
  const report: unknown = JSON.parse(await reportJson(photos, new Date('2026-12-01T10:00:00Z')).text());
  expect(report).toEqual({
    kind: 'isola-shop-photo-report',
    version: 1,
    madeAt: '2026-12-01T10:00:00.000Z',
    photos,
  });
});

test('reportHtml is in the page’s language, lists every rule and escapes file names', async () => {
  const html = await reportHtml(photos, words).text();
  expect(html).toContain('<html lang="de">');
  expect(html).not.toContain('<b>');
  expect(html).toContain('&#60;b&#62;shoe');
  for (const text of ['Prüfbericht', 'Gemessen', 'measured file-size', 'allowed edge', 'state fail'])
    expect(html).toContain(text);
  expect(html).not.toMatch(/<(script|link|img)/);
});

test('both reports say how a product was enlarged', async () => {
  const enlarged = { method: 'network', scale: 2.5, from: { widthPx: 400, heightPx: 300 } } as const;
  const both = photos.map((photo) => ({ ...photo, enlarged }));
  expect(await reportHtml(both, words).text()).toContain('network 2.5');
  expect(await reportHtml(photos, words).text()).not.toContain('class="enlarged"');
  expect(JSON.parse(await reportJson(both, new Date()).text())).toMatchObject({ photos: [{ enlarged }] });
});
