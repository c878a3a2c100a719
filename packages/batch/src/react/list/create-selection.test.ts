import { expect, test } from 'vitest';

import { createSelection } from './create-selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const selectedOf = (selection: ReturnType<typeof createSelection>) => [...selection.getState().selected];

test('a range extends from the anchor in both directions, even when the click focuses the row first', () => {
  const selection = createSelection();
  selection.choose('d', 'only', order);
  expect(selectedOf(selection)).toEqual([]);
  selection.choose('b', 'keep', order);
  selection.choose('b', 'range', order);
  expect(selectedOf(selection)).toEqual(['b', 'c', 'd']);
  selection.choose('e', 'range', order);
  expect(selectedOf(selection)).toEqual(['d', 'e']);
});

test('toggling selects and deselects an item', () => {
  const selection = createSelection();
  selection.choose('a', 'toggle', order);
  selection.choose('c', 'toggle', order);
  selection.choose('a', 'toggle', order);
  expect(selectedOf(selection)).toEqual(['c']);
});

test('removed items are deselected, and the item after the active one becomes active', () => {
  const selection = createSelection();
  selection.selectAll(order);
  selection.choose('d', 'keep', order);
  selection.keepListed(['a', 'b', 'e'], order);
  expect(selectedOf(selection)).toEqual(['a', 'b', 'e']);
  expect(selection.getState().activeId).toBe('e');
  selection.keepListed(['a', 'b'], ['a', 'b', 'e']);
  expect(selection.getState().activeId).toBe('b');
});
