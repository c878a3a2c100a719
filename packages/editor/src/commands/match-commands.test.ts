import { expect, test } from 'vitest';

import { matchCommands } from './match-commands.ts';

const commands = [
  { id: 'background.white', label: 'Weiß', groupLabel: 'Hintergrund' },
  { id: 'tool.background', label: 'Hintergrund', groupLabel: 'Werkzeuge' },
  { id: 'gradient.dawn', label: 'Morgenröte', groupLabel: 'Hintergrund' },
  { id: 'studio.bokeh', label: '저녁 불빛', groupLabel: '배경' },
];
const found = (query: string) => matchCommands(commands, query).map(({ id }) => id);

test('everything, in its order, for an empty query', () => {
  expect(found('  ')).toEqual(commands.map(({ id }) => id));
});

test('found by the words of the language, whatever their case and accents', () => {
  expect(found('MORGENROTE')).toEqual(['gradient.dawn']);
  expect(found('불빛')).toEqual(['studio.bokeh']);
});

test('found by the English of the id, each word anywhere', () => {
  expect(found('white back')).toEqual(['background.white']);
  expect(found('white forest')).toEqual([]);
});

test('what begins with the query comes first', () => {
  expect(found('hinter')).toEqual(['tool.background', 'background.white', 'gradient.dawn']);
});
