/** @module-tag long */
import { readFileSync } from 'node:fs';

import { createI18n, languageTag, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { Invoice } from '@isola/membership';
import { invoiceWords, writeInvoicePdf } from '@isola/membership/invoice-pdf';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';

import { typefacesFor } from './invoice-fonts.ts';

const line = {
  plan_id: 'member',
  amount_minor: 19_900,
  period_start: '2026-03-02T10:00:00Z',
  period_end: '2027-03-02T10:00:00Z',
};
const invoice: Invoice = {
  id: 'invoice-1',
  number: '2026-000042',
  kind: 'invoice',
  corrects: null,
  status: 'issued',
  amount_minor: 19_900,
  tax_minor: 1126,
  tax_rate: 600,
  tax_name: null,
  currency: 'CNY',
  seller: { name: 'Isola GmbH', address: 'Musterstraße 1\n10115 Berlin', tax_id: 'DE123456789' },
  buyer: { name: '林伟 · 中村 さくら · 김민준 · Ирина', email: 'lin.wei@example.com' },
  lines: [line],
  language: 'en',
  issued_at: '2026-03-02T10:00:00Z',
  period_start: '2026-03-02T10:00:00Z',
  period_end: '2027-03-02T10:00:00Z',
};

/** Writes the invoice in a language, with the site's own fonts. */
async function written(locale: Locale, changes: Partial<Invoice> = {}): Promise<Uint8Array<ArrayBuffer>> {
  const i18n = await createI18n(locale, ['membership'], importWords);
  const shown = { ...invoice, ...changes };
  return writeInvoicePdf(shown, {
    typefaces: typefacesFor(locale),
    languageTag: languageTag(locale),
    words: invoiceWords(shown, locale, i18n.getFixedT(locale, 'membership')),
    load: async (url) => new Uint8Array(readFileSync(new URL(`../../../../..${url}`, import.meta.url))),
  });
}

interface Word {
  readonly text: string;
  readonly startX: number;
  readonly endX: number;
}

/** Reads each page with an independent library. @returns pieces of text with their positions, in points. */
async function pagesOf(bytes: Uint8Array): Promise<readonly (readonly Word[])[]> {
  const pdf = await getDocument({ data: bytes.slice() }).promise;
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => {
        if (!('str' in item)) return [];
        const startX = (item.transform as readonly number[])[4] ?? 0;
        return [{ text: item.str, startX, endX: startX + item.width }];
      });
    }),
  );
}

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join('');

describe('the invoice in each language contains searchable text', () => {
  // The words are quoted from the glossaries of the interface. Dates and money follow CLDR.
  test.each<[Locale, readonly string[]]>([
    ['zh', ['账单 2026-000042', '2026年3月2日', '税号：DE123456789', '会员', '¥199.00', '合计', '其中税额（6%）']],
    ['en', ['Invoice 2026-000042', 'March 2, 2026', 'Tax number: DE123456789', 'Member', 'CNY 199.00', 'Total', '6%']],
    ['de', ['Rechnung 2026-000042', '2. März 2026', 'Steuernummer: DE123456789', 'Gesamtbetrag', 'Darin Steuer']],
    ['fr', ['Facture 2026-000042', '2 mars 2026', 'Désignation', 'Total', 'Dont taxe', 'À']],
    ['es', ['Factura 2026-000042', '2 de marzo de 2026', 'Descripción', 'Base imponible', 'Incluye impuesto']],
    ['ja', ['請求書 2026-000042', '2026年3月2日', '登録番号：DE123456789', '税抜金額', '合計']],
    ['ko', ['청구서 2026-000042', '2026년 3월 2일', '사업자등록번호: DE123456789', '공급가액', '합계']],
    ['ru', ['Счёт 2026-000042', '2 марта 2026', 'Налоговый номер: DE123456789', 'Итого', 'В том числе налог']],
  ])('%s', async (locale, expected) => {
    const [page = [], ...more] = await pagesOf(await written(locale));
    expect(more).toEqual([]);
    const text = textOf(page).replaceAll(/[\u00A0\u202F]/g, ' ');
    for (const each of expected) expect(text).toContain(each);
    // The buyer's name in four scripts appears in every language.
    expect(text).toContain('林伟 · 中村 さくら · 김민준 · Ирина');
    expect(text).toContain('Musterstraße 1');
  });
});

test('a credit note names the invoice that it corrects', async () => {
  const [page = []] = await pagesOf(
    await written('de', {
      kind: 'credit-note',
      corrects: 'invoice-0',
      lines: [{ ...line, corrects: '2026-000007' }],
    }),
  );
  const text = textOf(page).replaceAll(/[\u00A0\u202F]/g, ' ');
  expect(text).toContain('Rechnungskorrektur 2026-000042');
  expect(text).toContain('Korrigiert 2026-000007');
  expect(text).toContain('199,00 CNY');
});

test('a void invoice is marked at the top, even next to the longest title', async () => {
  const [page = []] = await pagesOf(await written('ru', { kind: 'credit-note', status: 'void' }));
  expect(textOf(page)).toContain('Аннулирован');
  const title = page.filter(({ text }) => text.includes('Корректировочный'));
  expect(title).toHaveLength(1);
});

test('an invoice of sixty lines has two numbered pages with column headings on both', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({ plan_id: `plan-${at}`, amount_minor: 100 + at }));
  const pages = await pagesOf(await written('en', { lines, tax_rate: 0, amount_minor: 7770 }));
  expect(pages).toHaveLength(2);
  for (const [index, page] of pages.entries()) {
    const text = textOf(page);
    expect(text).toContain('Description');
    expect(text).toContain(`${index + 1} / 2`);
    expect(text).toContain('2026-000042');
  }
  const all = pages.flat().map(({ text }) => text);
  for (const { plan_id: plan } of lines) expect(all.filter((each) => each === plan)).toHaveLength(1);
  expect(textOf(pages[1] ?? []).replaceAll('\u00A0', ' ')).toContain('Total CNY 77.70');
});

test.each<Locale>(['de', 'ja'])(
  'a long name, address or plan stays within the page and its column (%s)',
  async (locale) => {
    const long = {
      name: 'Gesellschaft für computergestützte Freistellungsdienstleistungen und Bildbearbeitung mbH & Co. KG',
      address: `東京都千代田区丸の内一丁目九番一号グラントウキョウノースタワー三十二階「編集部」\n${'Donaudampfschifffahrtsgesellschaft'.repeat(2)}`,
      email: `${'a'.repeat(64)}@${'b'.repeat(60)}.example.com`,
    };
    const [page = []] = await pagesOf(
      await written(locale, {
        seller: long,
        buyer: long,
        lines: [{ ...line, plan_id: 'p'.repeat(120) }],
        tax_name: 'Mehrwertsteuer nach dem Umsatzsteuergesetz der Bundesrepublik Deutschland, ermäßigt',
      }),
    );
    const [left, right] = [56, 595.28 - 56];
    const middle = (left + right) / 2;
    for (const { text, startX, endX } of page) {
      expect(startX, text).toBeGreaterThanOrEqual(left - 0.5);
      expect(endX, text).toBeLessThanOrEqual(right + 0.5);
    }
    // The seller's column ends before the buyer's begins.
    const names = page.filter(({ text }) => text.startsWith('aaaa'));
    expect(names.length).toBeGreaterThan(2);
    for (const { startX, endX } of names) if (startX < middle) expect(endX).toBeLessThan(middle);
  },
);
