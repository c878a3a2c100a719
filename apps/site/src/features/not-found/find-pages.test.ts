import { expect, test } from 'vitest';

import { findPages, type PageEntry } from './find-pages.ts';

const entries: PageEntry[] = [
  { id: 'faq', name: 'Fragen', title: 'Häufige Fragen', description: 'Antworten über Formate und Preise' },
  { id: 'privacy', name: 'Datenschutz', title: 'Datenschutz', description: 'Was auf dem Gerät bleibt' },
  { id: 'idPhoto', name: '证件照', title: '证件照去背景', description: '附一寸、二寸等常用规格' },
];

const ids = (query: string) => findPages(entries, query, 'de').map(({ id }) => id);

test.each([
  ['', ['faq', 'privacy', 'idPhoto']],
  ['haufige', ['faq']],
  ['HÄUFIGE preise', ['faq']],
  ['gerät', ['privacy']],
  ['一寸', ['idPhoto']],
  ['preise gerät', []],
  ['privacy', ['privacy']],
] as const)('findPages returns for the query %j the pages %j', (query, expected) => {
  expect(ids(query)).toEqual(expected);
});
