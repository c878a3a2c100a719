/**
 * Compares the figures with the words of the official sources. The expected values are read from the quotes, whose
 * numbers and colour names are parsed here, so that a figure that is changed without its source fails.
 */
import {
  contradictingQuotes,
  documentIds,
  documentQuotes,
  documents,
  type DocumentSpec,
  type Figure,
  figureStatus,
  figuresOf,
  headRangeMm,
  mostAskedDocumentIds,
  sources as documentSources,
} from '@isola/photo-specs/documents';
import {
  figuresOf as marketplaceFiguresOf,
  figureStatus as marketplaceFigureStatus,
  marketplaceIds,
  marketplaceQuotes,
  marketplaces,
  type MarketplaceSpec,
  sources as marketplaceSources,
} from '@isola/photo-specs/marketplaces';
import { describe, expect, test } from 'vitest';

interface ReadQuote {
  readonly source: string;
  readonly text: string;
}

/** Returns the quotes of each figure of a row. */
function quotesOf(quotes: object | undefined): readonly (readonly [figure: string, quotes: readonly ReadQuote[]])[] {
  return Object.entries(quotes ?? {}) as [string, readonly ReadQuote[]][];
}

/** Reads the numbers of a text, including mixed fractions like 1 3/8 and 1 ¼. */
function numbersOf(text: string): readonly number[] {
  const plain = text.replaceAll('¼', ' 1/4');
  return Array.from(plain.matchAll(/(\d+(?:\.\d+)?)(?:\s+(\d)\/(\d))?/g), ([, whole, top, bottom]) =>
    top === undefined ? Number(whole) : Number(whole) + Number(top) / Number(bottom),
  );
}

/** Reads the lengths of a text in millimetres. A text with inches or centimetres gives its numbers in each unit. */
function millimetresOf(text: string): readonly number[] {
  const numbers = numbersOf(text);
  return [
    ...(/mm|毫米|millimet|~/i.test(text) ? numbers : []),
    ...(/inch/i.test(text) ? numbers.map((inches) => inches * 25.4) : []),
    ...(/cm/.test(text) ? numbers.map((centimetres) => centimetres * 10) : []),
  ];
}

/** Reads a file size in kilobytes of 1000 bytes. */
function kilobytesOf(text: string): readonly number[] {
  return Array.from(text.matchAll(/(\d+)\s*(kb|kilobytes|mb)/gi), ([, count, unit = '']) =>
    /^m/i.test(unit) ? Number(count) * 1000 : Number(count),
  );
}

const colourWords: Readonly<Record<string, RegExp>> = {
  white: /\bwhite\b|白色|\bblanc\b/i,
  'off-white': /off-white/i,
  'light-grey': /neutral gray|neutral grau|gris clair/i,
  'light-blue': /bleu clair/i,
  'any-light': /淡い色/,
};
const editingWords: Readonly<Record<string, RegExp>> = {
  refused: /not retouch|not be altered|edited .* not acceptable|不適切.*修正を加えたもの/,
  certified: /Behörde .* Fotografen .* sichere Cloud|photographes professionnels/,
};

/** Values of a figure, and those that its quote states. */
function statedValues(document: DocumentSpec, figure: string, text: string): readonly [unknown[], readonly unknown[]] {
  const { size, pixels, eyes, topMargin, chinMargin, background, fileSize, editing } = document;
  switch (figure) {
    case 'size':
      return [[size?.widthMm, size?.heightMm], millimetresOf(text)];
    case 'pixels':
      return [[pixels?.min, pixels?.max].flatMap((px) => (px ? [px.widthPx, px.heightPx] : [])), numbersOf(text)];
    case 'head': {
      const head = headRangeMm(document);
      return [[head?.minMm, head?.maxMm], millimetresOf(text)];
    }
    case 'eyes':
      return [[eyes?.minMm, eyes?.maxMm], millimetresOf(text)];
    case 'topMargin':
      return [[topMargin?.minMm, topMargin?.maxMm], millimetresOf(text)];
    case 'chinMargin':
      return [[chinMargin?.minMm, chinMargin?.maxMm], millimetresOf(text)];
    case 'background':
      return [[background].flat(), namesIn(text, colourWords)];
    case 'fileSize':
      return [
        [fileSize?.minKilobytes, fileSize?.maxKilobytes].filter((kilobytes) => kilobytes !== undefined),
        kilobytesOf(text),
      ];
    case 'editing':
      return [[editing], namesIn(text, editingWords)];
    default:
      throw new Error(`The test reads no quotes of ${figure}`);
  }
}

function namesIn(text: string, words: Readonly<Record<string, RegExp>>): readonly string[] {
  return Object.keys(words).filter((name) => words[name]?.test(text));
}

/** Rounds lengths to a thousandth of a millimetre, because inches are not exact in binary. */
function rounded(values: readonly unknown[]): readonly unknown[] {
  return values.map((value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value));
}

describe.each(documentIds.filter((id) => documentQuotes[id]))('%s', (id) => {
  const document: DocumentSpec = documents[id];

  test.each(quotesOf(documentQuotes[id]))(
    'the source states the figure “%s” as the registry has it',
    (figure, quotes) => {
      const text = quotes.map((quote) => quote.text).join('\n');
      const [values, stated] = statedValues(document, figure, text);
      expect(values.length).toBeGreaterThan(0);
      // Some figures are quoted in part, because other sources give the rest.
      if (figureStatus(document, figure as Figure) === 'checked') {
        expect(rounded(stated)).toEqual(expect.arrayContaining([...rounded(values)]));
      }
      if (figure === 'background') expect(values).toEqual(expect.arrayContaining(stated.filter(isAccepted(text))));
    },
  );
});

/** Returns whether a named colour is accepted. “Le blanc est interdit” names white, which is refused. */
function isAccepted(text: string): (name: unknown) => boolean {
  return (name) => !(name === 'white' && /blanc est interdit/.test(text));
}

test.each(documentIds)('%s: every checked figure has a quote of each of its sources', (id) => {
  const document: DocumentSpec = documents[id];
  for (const figure of figuresOf(document)) {
    if (figureStatus(document, figure) !== 'checked') continue;
    const quoted = new Set(documentQuotes[id]?.[figure]?.map(({ source }) => source));
    expect([...quoted], figure).toEqual([document.from[figure]].flat());
  }
});

test('quotes are short, and come from official sources that give or contradict the figure', () => {
  const all = [
    ...documentIds.flatMap((id) => {
      const { from, against }: DocumentSpec = documents[id];
      return [
        ...quotesOf(documentQuotes[id]).map((each) => [...each, from, documentSources] as const),
        ...quotesOf(contradictingQuotes[id]).map((each) => [...each, against ?? {}, documentSources] as const),
      ];
    }),
    ...marketplaceIds.flatMap((id) => {
      const { from }: MarketplaceSpec = marketplaces[id];
      return quotesOf(marketplaceQuotes[id]).map((each) => [...each, from, marketplaceSources] as const);
    }),
  ];
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  for (const [figure, quotes, from, sources] of all) {
    expect(quotes.length).toBeGreaterThan(0);
    for (const { source, text } of quotes) {
      expect([from[figure as keyof typeof from]].flat(), `${figure}: ${text}`).toContain(source);
      expect(sources[source as keyof typeof sources]).toMatchObject({ kind: 'official', readOn: '2026-11-29' });
      expect([...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length).toBeLessThanOrEqual(25);
    }
  }
});

test('the ten documents most asked for are those that were asked for', () => {
  expect(mostAskedDocumentIds.map((id) => documents[id].country).toSorted()).toEqual(
    ['US', 'GB', 'EU', 'CN', 'CN', 'CN', 'IN', 'JP', 'KR', 'DE'].toSorted(),
  );
});

test('marketplaces: the sources state the figures as the registry has them', () => {
  const textOf = (id: 'walmart' | 'ebay', figure: string) =>
    quotesOf(marketplaceQuotes[id])
      .filter(([name]) => name === figure)
      .flatMap(([, quotes]) => quotes.map(({ text }) => text))
      .join('\n');
  const { walmart, ebay } = marketplaces;
  expect(numbersOf(textOf('walmart', 'pixels'))).toEqual([
    walmart.pixels.bestPx,
    walmart.pixels.bestPx,
    walmart.pixels.zoomPx,
    walmart.pixels.zoomPx,
  ]);
  expect(numbersOf(textOf('walmart', 'ratio'))).toEqual([walmart.ratio.width, walmart.ratio.height]);
  expect([walmart.background, numbersOf(textOf('walmart', 'background'))]).toEqual(['pure-white', [255, 255, 255]]);
  expect(kilobytesOf(textOf('walmart', 'fileSize'))).toEqual([(walmart.fileSize.maxBytes ?? 0) / 1000]);
  expect(formatsIn(textOf('walmart', 'formats').replace(/\(.*\)/, ''))).toEqual(walmart.formats.toSorted());
  expect(numbersOf(textOf('ebay', 'pixels'))).toEqual([ebay.pixels.minPx]);
  expect([ebay.pixels.side, textOf('ebay', 'pixels')]).toEqual(['longer', expect.stringContaining('longest side')]);
  expect(formatsIn(textOf('ebay', 'formats'))).toEqual(ebay.formats.toSorted());
});

/** Returns the file formats that a text names, in alphabetical order. */
function formatsIn(text: string): readonly string[] {
  const names = text.toLowerCase().match(/\b(jpe?g|png|webp|gif|bmp|tiff|heic|avif)\b/g) ?? [];
  return [...new Set(names.map((name) => (name === 'jpg' ? 'jpeg' : name)))].toSorted();
}

test('marketplaces: every checked figure of a marketplace that was compared has a quote', () => {
  for (const id of ['walmart', 'ebay'] as const) {
    const row: MarketplaceSpec = marketplaces[id];
    const checked = marketplaceFiguresOf(row).filter((figure) => marketplaceFigureStatus(row, figure) === 'checked');
    expect(Object.keys(marketplaceQuotes[id] ?? {})).toEqual(expect.arrayContaining(checked));
  }
});
