import { type Metric, metrics } from '../../../scripts/quality/quality-of.ts';
import type { Detail } from '../../../packages/segmenter/src/api/detail.ts';
import type { CaseSet } from '../quality/cases.ts';
import { metricTitles } from '../quality/report.ts';
import { compare, type Scores } from '../../../scripts/quality/compare.ts';

/** Content of the file that `--json` writes and `--against` reads. */
export interface MatteReport {
  readonly benchmark: 'matte';
  readonly backgrounds: number;
  readonly seed: string;
  readonly scores: Readonly<Partial<Record<Detail, Scores>>>;
  readonly sets: Readonly<Record<string, CaseSet>>;
  /** Number of the network's passes for each image. */
  readonly passes: Readonly<Partial<Record<Detail, Readonly<Record<string, number>>>>>;
  /** Scores of the peer's stored mattes of the same images. Absent when none were given. */
  readonly peer?: Scores;
}

const metricNames = Object.keys(metrics) as Metric[];

/**
 * Returns the report as tables: the means of each set, the figures of each photo, and comparisons with the peer, of the
 * two details, and with an earlier report, as far as each exists.
 */
export function textOf(report: MatteReport, earlier: MatteReport | undefined): string {
  const details = Object.keys(report.scores) as Detail[];
  const lines = details.flatMap((detail) => [...meansTable(report, detail), '']);
  const { peer } = report;
  if (peer) lines.push(...meansTable({ ...report, scores: { standard: peer } }, 'standard', 'peer'), '');
  for (const detail of details) lines.push(...pictureTable(detail, report), '');
  for (const detail of details) {
    const ours = report.scores[detail];
    if (peer && ours) lines.push(...pairsTable(`${detail} ÷ peer`, ours, peer, report), '');
  }
  const [standard, fine] = [report.scores.standard, report.scores.fine];
  if (standard && fine) lines.push(...pairsTable('fine ÷ standard', fine, standard, report), '');
  for (const detail of details) {
    const [now, before] = [report.scores[detail], earlier?.scores[detail]];
    if (now && before) lines.push(...pairsTable(`${detail}: now ÷ earlier`, now, before, report), '');
  }
  return lines.join('\n');
}

function meansTable({ scores, sets }: MatteReport, detail: Detail, title: string = detail): string[] {
  const all = scores[detail] ?? {};
  const parts = partsOf(all, sets);
  return [
    `${title}: means`,
    line('', ...parts.map(({ title, of }) => `${title} (${Object.keys(of).length})`)),
    ...metricNames.map((metric) =>
      line(metricTitles[metric], ...parts.map(({ of }) => number(compare(of, of, metric)?.mean))),
    ),
  ];
}

function pairsTable(title: string, now: Scores, before: Scores, { sets }: MatteReport): string[] {
  const parts = partsOf(now, sets);
  return [
    `${title}: ratio of means, mean of ratios, better on`,
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

/**
 * Table of each photo's figures, the worst by IoU first, with the peer's IoU. Renders are left out: they are too many,
 * and have exact alpha.
 */
function pictureTable(detail: Detail, { scores, sets, peer }: MatteReport): string[] {
  const rows = Object.entries(scores[detail] ?? {}).filter(([name]) => sets[name] === 'known');
  if (rows.length === 0) return [];
  const inTable = metricNames.filter((metric) => metric !== 'colourError' && metric !== 'sad');
  const cells = (values: readonly string[]) => values.map((value) => value.padStart(11)).join('');
  return [
    `${detail}: each photo, the worst first${peer ? '; the last column is the peer’s IoU' : ''}`,
    `  ${''.padEnd(30)}${cells([...inTable.map((metric) => metricTitles[metric].slice(0, 10)), ...(peer ? ['peer'] : [])])}`,
    ...rows
      .toSorted(([, one], [, other]) => (one.iou ?? 0) - (other.iou ?? 0))
      .map(([name, quality]) => {
        const own = inTable.map((metric) => quality[metric]?.toFixed(4) ?? '–');
        return `  ${name.slice(0, 29).padEnd(30)}${cells([...own, ...(peer ? [peer[name]?.iou?.toFixed(4) ?? '–'] : [])])}`;
      }),
  ];
}

/** Returns the scores of each set, and of all sets together. */
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
