import { expect, test } from 'vitest';

import { matchCommands } from './match-commands.ts';

const commands = [
  { id: 'background.white', label: 'Weiß', groupLabel: 'Hintergrund' },
  { id: 'tool.background', label: 'Hintergrund', groupLabel: 'Werkzeuge' },
  { id: 'gradient.dawn', label: 'Morgenröte', groupLabel: 'Hintergrund' },
  { id: 'studio.bokeh', label: '저녁 불빛', groupLabel: '배경' },
];
const found = (query: string) => matchCommands(commands, query).map(({ id }) => id);

test('returns everything in its order for an empty query', () => {
  expect(found('  ')).toEqual(commands.map(({ id }) => id));
});

test('finds commands by words of the page’s language, without regard to case and accents', () => {
  expect(found('MORGENROTE')).toEqual(['gradient.dawn']);
  expect(found('불빛')).toEqual(['studio.bokeh']);
});

test('finds commands by the English words of their id, in any order', () => {
  expect(found('white back')).toEqual(['background.white']);
  expect(found('white forest')).toEqual([]);
});

test('commands whose label begins with the query come first', () => {
  expect(found('hinter')).toEqual(['tool.background', 'background.white', 'gradient.dawn']);
});
