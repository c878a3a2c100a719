import {
  contradictingQuotes,
  documentQuotes,
  documents,
  type DocumentSpec,
  figuresOf,
  figureStatus,
  mostAskedDocumentIds,
  sourcesOf,
} from '@isola/photo-specs/documents';
import {
  figuresOf as marketplaceFiguresOf,
  figureStatus as marketplaceFigureStatus,
  largestMarketplaceIds,
  marketplaceQuotes,
  marketplaces,
  type MarketplaceSpec,
  sourcesOf as marketplaceSourcesOf,
} from '@isola/photo-specs/marketplaces';

/** A row of the registry, as the page describes it. */
interface DescribedRow {
  readonly name: string;
  readonly remark?: string | undefined;
  readonly figures: readonly DescribedFigure[];
  readonly sources: readonly DescribedSource[];
}

interface DescribedFigure {
  readonly name: string;
  readonly value: unknown;
  readonly status: 'checked' | 'unverified' | 'conflicting';
  readonly quotes: readonly string[];
}

interface DescribedSource {
  readonly title: string;
  readonly url?: string;
  readonly kind: string;
  readonly readOn?: string;
  readonly pageDate?: string;
  readonly figures: readonly string[];
  readonly contradicts: readonly string[];
}

const names: Readonly<Record<(typeof mostAskedDocumentIds)[number] | (typeof largestMarketplaceIds)[number], string>> =
  {
    'us-passport': 'United States, passport',
    'uk-passport': 'United Kingdom, passport',
    'schengen-visa': 'European Union, Schengen visa',
    'cn-one-inch': 'China, one inch',
    'cn-two-inch': 'China, two inch',
    'cn-passport': 'China, passport',
    'in-passport': 'India, passport',
    'jp-passport': 'Japan, passport',
    'kr-passport': 'South Korea, passport',
    'de-identity': 'Germany, passport and identity card',
    taobao: 'Taobao and Tmall',
    amazon: 'Amazon',
    jd: 'JD.com',
    walmart: 'Walmart',
    ebay: 'eBay',
  };

/** Sentences that the figures and quotes cannot say. */
const remarks: { readonly [Id in keyof typeof names]?: string } = {
  'uk-passport':
    'The authority is HM Passport Office, whose page on GOV.UK is not among the stored copies. The pages that repeat its rules agree on sizes, head height and edits.',
  'schengen-visa':
    'Each state sets its own rule. German missions ask for a neutral light background, contractors of the missions for a white one.',
  'cn-one-inch': 'The size is one of the trade, not of an authority. The office that takes the form decides.',
  'cn-two-inch':
    'The size is one of the trade, not of an authority. Pages of others give 35 × 45, 35 × 49, 35 × 53 and 38 × 51 mm for two inch.',
  'in-passport':
    'This is the print. According to a newspaper that quotes the consulate in Dubai, Indian missions ask for a file of 630 × 810 px since September 2025: `in-passport-online`.',
  'kr-passport':
    'The date of Goyang City’s page is not known, and it gives another head height than most pages that were found.',
  'de-identity': 'The rule asks for a plain light background. The registry has its ideal, a neutral grey.',
};

const statusWords = {
  checked: 'checked against the official text',
  unverified: 'from other sources',
  conflicting: 'sources disagree',
} as const;

/** Returns the page `docs/photo-rules.md`: the figures that were compared with official texts, with the words found. */
export function photoRulesPage(): string {
  const rows = mostAskedDocumentIds.map(describeDocument);
  const shops = largestMarketplaceIds.map(describeMarketplace);
  return `# Photo rules, and what they were compared with

\`packages/photo-specs\` holds the rules. On 29 November 2026 the figures of the ten documents most asked for and of the five largest
marketplaces were compared with stored copies of public web pages; no page was opened live. A figure is *${statusWords.checked}* when
every source of it is the authority's or marketplace's own text, and its words are quoted here, at most 25 of them. Every other figure comes from
texts of others: no stored copy of an official text gives it.

Most copies were read as an excerpt, and when a copy was made is not known. "Dated" is a date that the page itself gives. Rules change, so what
the authority or marketplace publishes today takes precedence.

This page is written from the registry: \`npx vitest run --project unit packages/photo-specs/test -u\` writes it, and a test fails when it
differs. Another test reads the numbers and colours out of the quotes and compares them with the registry.

## Summary

| | checked | from other sources | sources disagree |
| --- | --- | --- | --- |
${[...rows, ...shops].map(summaryOf).join('\n')}

## Documents

${rows.map(sectionOf).join('\n\n')}

## Marketplaces

${shops.map(sectionOf).join('\n\n')}
`;
}

function describeDocument(id: (typeof mostAskedDocumentIds)[number]): DescribedRow {
  const row: DocumentSpec = documents[id];
  const figures = figuresOf(row).map((name) => ({
    name,
    value: row[name],
    status: figureStatus(row, name),
    quotes: [
      ...(documentQuotes[id]?.[name] ?? []).map(({ text }) => `“${text}”`),
      ...(contradictingQuotes[id]?.[name] ?? []).map(({ text }) => `differs: “${text}”`),
    ],
  }));
  return { name: names[id], remark: remarks[id], figures, sources: sourcesOf(row) };
}

function describeMarketplace(id: (typeof largestMarketplaceIds)[number]): DescribedRow {
  const row: MarketplaceSpec = marketplaces[id];
  const figures = marketplaceFiguresOf(row).map((name) => ({
    name,
    value: row[name],
    status: marketplaceFigureStatus(row, name),
    quotes: (marketplaceQuotes[id]?.[name] ?? []).map(({ text }) => `“${text}”`),
  }));
  return { name: names[id], remark: remarks[id], figures, sources: marketplaceSourcesOf(row) };
}

function summaryOf({ name, figures }: DescribedRow): string {
  const listed = (status: DescribedFigure['status']) =>
    figures
      .filter((figure) => figure.status === status)
      .map((figure) => figure.name)
      .join(', ');
  return `| ${name} | ${listed('checked')} | ${listed('unverified')} | ${listed('conflicting')} |`;
}

function sectionOf({ name, remark, figures, sources }: DescribedRow): string {
  const rows = figures.map(
    (figure) =>
      `| ${figure.name} | ${valueWords(figure.value)} | ${statusWords[figure.status]} | ${figure.quotes.join('; ')} |`,
  );
  const official = sources.filter(({ kind }) => kind === 'official');
  const others = sources.filter(({ kind }) => kind !== 'official');
  return [
    `### ${name}`,
    '',
    ...(remark ? [remark, ''] : []),
    '| figure | registry | status | words of the official text |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    ...(official.length > 0
      ? ['Official:', '', ...official.map(sourceWords)]
      : ['No stored copy of an official text was found.']),
    ...(others.length > 0 ? ['', 'Others:', '', ...others.map(sourceWords)] : []),
  ].join('\n');
}

function sourceWords({ title, url, kind, readOn, pageDate, figures, contradicts }: DescribedSource): string {
  const given = [...figures, ...contradicts.map((figure) => `${figure} (differs)`)].join(', ');
  const read = readOn ? `read on ${readOn}` : 'read in November 2026';
  return [
    `- ${url ? `[${title}](<${url}>)` : title}: ${given}`,
    ...(kind === 'memory' ? [] : [read]),
    ...(pageDate ? [`dated ${pageDate}`] : []),
  ].join('; ');
}

/** Returns a value in a short form: `widthMm 35, heightMm 45`. */
function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, part]) => (typeof part === 'object' ? `${key}: ${valueWords(part)}` : `${key} ${String(part)}`))
    .join(', ');
}
