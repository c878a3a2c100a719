import { expect, test } from 'vitest';

import { locales } from '../src/locales.ts';
import type { Namespace } from '../src/namespaces.ts';
import { contextNotes, widthOf } from './context-notes.ts';
import { readTexts } from './read-bundle.ts';

test.each(contextNotes())('$key has a text in every language, within its maximum length', ({ key, room }) => {
  const [namespace = '', name = ''] = key.split(':');
  for (const locale of locales) {
    const text = readTexts(locale, namespace as Namespace)[name];
    expect(text, locale).toBeDefined();
    expect(widthOf(text ?? ''), `${locale}: ${text}`).toBeLessThanOrEqual(room);
  }
});
