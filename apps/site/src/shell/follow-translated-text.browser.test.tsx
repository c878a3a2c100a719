import { createElement, Fragment } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';

import { followTranslatedText } from './follow-translated-text.ts';

followTranslatedText();

afterEach(() => vi.restoreAllMocks());

interface Shown {
  readonly icon?: boolean;
  readonly words?: string | false;
  readonly end?: string | false;
}

/**
 * Row of bare texts next to an optional icon. It uses `createElement`, because a lint rule forbids bare texts next to
 * conditional elements in JSX: they broke translated pages before `followTranslatedText`.
 */
const Row = ({ icon = false, words = 'Save', end = 'now' }: Shown) =>
  createElement(
    'p',
    { title: 'row' },
    icon && createElement('i', null, '*'),
    words,
    createElement(Fragment, null, end),
  );

async function show(shown: Shown = {}) {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const screen = await render(<Row {...shown} />);
  const row = screen.getByTitle('row').element();
  return {
    row,
    /** Renders the row with other content. @returns the text of the row after that. */
    change: async (next: Shown) => {
      await screen.rerender(<Row {...next} />);
      expect(errors).not.toHaveBeenCalled();
      return row.textContent;
    },
  };
}

function textsIn(place: Element): Text[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

function font(...content: (Node | string)[]): HTMLElement {
  const outer = document.createElement('font');
  outer.append(...content);
  return outer;
}

/** Ways in which the translators of browsers replace text nodes. */
const translators = {
  'puts an element in the place of each text': (place: Element) => {
    for (const text of textsIn(place)) text.replaceWith(font(font(`«${text.data}»`)));
  },
  'inserts an element before each text and removes the text': (place: Element) => {
    for (const text of textsIn(place)) {
      text.before(font(`«${text.data}»`));
      text.remove();
    }
  },
  'moves each text into an element': (place: Element) => {
    for (const text of textsIn(place)) {
      const wrapper = font();
      text.before(wrapper);
      text.data = `«${text.data}»`;
      wrapper.append(text);
    }
  },
} as const;

for (const [way, translate] of Object.entries(translators)) {
  test(`React inserts and removes an icon before the text when a translator ${way}`, async () => {
    const { row, change } = await show();
    translate(row);
    expect(await change({ icon: true })).toBe('*«Save»«now»');
    expect(await change({ icon: false })).toBe('«Save»«now»');
  });

  test(`React removes a text together with its translation when a translator ${way}`, async () => {
    const { row, change } = await show();
    translate(row);
    expect(await change({ words: false })).toBe('«now»');
    expect(await change({ words: 'Save', end: false })).toBe('Save');
  });

  test(`React shows a changed text, which can be translated again, when a translator ${way}`, async () => {
    const { row, change } = await show();
    translate(row);
    expect(await change({ words: 'Saving' })).toBe('Saving«now»');
    translate(row);
    expect(await change({ words: 'Saved', icon: true })).toContain('Saved');
    expect(row.textContent).not.toContain('Saving');
    expect(row.firstElementChild?.nodeName).toBe('I');
  });
}

test('removing a text that a translator merged into its neighbour does not throw', async () => {
  const { row, change } = await show();
  const [first, second] = textsIn(row);
  first?.replaceWith(font('«Save now»'));
  second?.remove();
  expect(await change({ end: false })).toBe('«Save now»');
  expect(await change({ words: false, end: false })).toBe('');
});

test('React updates texts after a translator has restored the originals', async () => {
  const { row, change } = await show();
  const [first] = textsIn(row);
  const stand = font('«Save»');
  first?.replaceWith(stand);
  if (first) stand.replaceWith(first);
  expect(await change({ icon: true, words: 'Saved' })).toBe('*Savednow');
});

test('removing a node that no translator has moved still throws', () => {
  const place = document.createElement('p');
  document.body.append(place);
  const elsewhere = document.createElement('i');
  document.body.append(elsewhere);
  const loose = new Text('loose');
  for (const node of [elsewhere, loose]) {
    expect(() => place.removeChild(node)).toThrow(DOMException);
    expect(() => place.insertBefore(new Text('new'), node)).toThrow(DOMException);
  }
  expect(elsewhere.parentNode).toBe(document.body);
  expect(place.childNodes).toHaveLength(0);
});
