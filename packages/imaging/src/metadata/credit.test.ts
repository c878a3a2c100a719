import { expect, test } from 'vitest';

import { writeXmp } from './credit.ts';

test('a credit with markup and characters that XML forbids stays well-formed XMP', () => {
  const author = `A\u{1}B <b>& "C"\u{d800} \u{1f600}\u{ffff}`;
  const packet = new TextDecoder().decode(writeXmp({ author }));
  expect(packet).toContain('<rdf:li>AB &lt;b&gt;&amp; &quot;C&quot; \u{1f600}</rdf:li>');
});
