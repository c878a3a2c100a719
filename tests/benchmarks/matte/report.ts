import { type Metric, metrics } from '../../../scripts/quality/quality-of.ts';
import type { Detail } from '../../../packages/segmenter/src/api/options.ts';
import type { CaseSet } from '../quality/cases.ts';
import { metricTitles } from '../quality/report.ts';
import { compare, type Scores } from '../../../scripts/quality/compare.ts';

/** What `--json` writes, and `--against` reads. */
export interface MatteReport {
  readonly benchmark: 'matte';
  readonly backgrounds: number;
  readonly seed: string;
  readonly scores: Readonly<Partial<Record<Detail, Scores>>>;
  readonly sets: Readonly<Record<string, CaseSet>>;
  /** How often the network saw a picture. */
  readonly passes: Readonly<Partial<Record<Detail, Readonly<Record<string, number>>>>>;
}

const metricNames = Object.keys(metrics) as Metric[];

/** @returns tables of the means by set; with an earlier report, of the pairs. */
export function textOf(report: MatteReport, earlier: MatteReport | undefined): string {
  const details = Object.keys(report.scores) as Detail[];
  const lines = details.flatMap((detail) => [...meansTable(report, detail), '']);
  const [standard, fine] = [report.scores.standard, report.scores.fine];
  if (standard && fine) lines.push(...pairsTable('fine ÷ standard', fine, standard, report), '');
  for (const detail of details) {
    const [now, before] = [report.scores[detail], earlier?.scores[detail]];
    if (now && before) lines.push(...pairsTable(`${detail}: now ÷ earlier`, now, before, report), '');
  }
  return lines.join('\n');
}

function meansTable({ scores, sets }: MatteReport, detail: Detail): string[] {
  const all = scores[detail] ?? {};
  const parts = partsOf(all, sets);
  return [
    `${detail}: means`,
    line('', ...parts.map(({ title, of }) => `${title} (${Object.keys(of).length})`)),
    ...metricNames.map((metric) =>
      line(metricTitles[metric], ...parts.map(({ of }) => number(compare(of, of, metric)?.mean))),
    ),
  ];
}

function pairsTable(title: string, now: Scores, before: Scores, { sets }: MatteReport): string[] {
  const parts = partsOf(now, sets);
  return [
    `${title}: of means, picture by picture, better on`,
    line('', ...parts.map((part) => part.title)),
    ...metricNames.map((metric) =>
      line(
        metricTitles[metric],
        ...parts.map(({ of }) => {
          const pair = compare(of, before, metric);
          if (!pair) return '–';
          return `${pair.ofMeans.toFixed(3)} ${pair.pictureByPicture.toFixed(3)} ${pair.better}/${pair.of}`;
        }),
      ),
    ),
  ];
}

/** The pictures of each set, and all of them. */
function partsOf(scores: Scores, sets: MatteReport['sets']): { readonly title: string; readonly of: Scores }[] {
  const names = [...new Set(Object.keys(scores).map((name) => sets[name]))];
  const only = (set: CaseSet | undefined) =>
    Object.fromEntries(Object.entries(scores).filter(([name]) => sets[name] === set));
  const parts = names.map((set) => ({ title: String(set), of: only(set) }));
  return parts.length > 1 ? [...parts, { title: 'all', of: scores }] : parts;
}

function number(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(5);
}

function line(title: string, ...columns: readonly string[]): string {
  return `  ${title.padEnd(30)}${columns.map((column) => column.padStart(22)).join('')}`.trimEnd();
}
