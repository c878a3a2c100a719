/**
 * Reduces Inter to what the site uses: the characters of its languages and the weights of its type scale. Run it after
 * the font's package changes; the output is committed: `node scripts/subset-fonts.ts`.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import subsetFont from 'subset-font';

const ui = join(import.meta.dirname, '../packages/ui');
const sources = join(ui, 'node_modules/@fontsource-variable/inter/files');
const target = join(ui, 'src/styles/fonts');

/** Inclusive ranges of code points, as in the `unicode-range` of `fonts.css`. */
const faces: Record<string, readonly (readonly [number, number])[]> = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2010, 0x2015],
    [0x2018, 0x201e],
    [0x2022, 0x2022],
    [0x2026, 0x2026],
    [0x2030, 0x2030],
    [0x2032, 0x2033],
    [0x2039, 0x203a],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2190, 0x2193],
    [0x2212, 0x2212],
    [0x00d7, 0x00d7],
  ],
  cyrillic: [
    [0x401, 0x401],
    [0x410, 0x44f],
    [0x451, 0x451],
    [0x2116, 0x2116],
  ],
};

mkdirSync(target, { recursive: true });
for (const [name, ranges] of Object.entries(faces)) {
  const whole = readFileSync(join(sources, `inter-${name}-wght-normal.woff2`));
  const text = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
  const cut = await subsetFont(whole, text.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  });
  writeFileSync(join(target, `inter-${name}.woff2`), cut);
  console.log(`${name}: ${whole.length} → ${cut.length} bytes`);
}
// Copied completely, because names of files and people contain any of its letters. A copy keeps the style sheet's URL
// valid regardless of where the style sheet is.
copyFileSync(join(sources, 'inter-latin-ext-wght-normal.woff2'), join(target, 'inter-latin-ext.woff2'));
