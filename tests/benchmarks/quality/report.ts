import { type Metric, metrics } from '../../../scripts/quality/quality-of.ts';
import { type Machine, machineLine } from '../arena/machine.ts';
import { quantile } from '../segmenter/statistics.ts';
import { type CaseSet, caseSets } from './cases.ts';
import { peer } from './contestants.ts';

/** Content of the file that `--json` writes. The first fields are the results over all images with a known cutout. */
export interface Report extends Setting, Standing {
  readonly benchmark: 'quality';
  readonly sets: Readonly<Record<CaseSet, Standing>>;
  /** Results for photos without truth, against the network's mask in full precision. Null when none were given. */
  readonly photos: Standing | null;
  readonly judged: readonly Judged[];
  readonly failures: readonly Failure[];
}

export interface Setting {
  readonly machine: Machine;
  readonly backgrounds: number;
  readonly seed: string;
}

/** Results of the contestants over a number of images, by contestant and metric. */
export interface Standing {
  readonly n: number;
  readonly means: ByContestant<MetricValues>;
  readonly medians: ByContestant<MetricValues>;
  /** Value that nine of ten images reach or exceed. */
  readonly p90s: ByContestant<MetricValues>;
  /** Mean of the contestant divided by that of the peer. */
  readonly ratios: ByContestant<MetricValues>;
  /** Paired wins: on how many images the contestant is better than the peer, out of those that differ. */
  readonly betterOn: ByContestant<Partial<Record<Metric, { readonly better: number; readonly of: number }>>>;
}

type ByContestant<T> = Readonly<Record<string, T>>;

/** Metric values. A metric is missing when no image has it for every contestant. */
export type MetricValues = Readonly<Partial<Record<Metric, number | undefined>>>;

/** Scores of one image. */
export interface Judged {
  readonly name: string;
  readonly set: CaseSet | 'photos';
  readonly quality: ByContestant<MetricValues>;
}

export interface Failure {
  readonly name: string;
  readonly detail: string;
}

const metricNames = Object.keys(metrics) as Metric[];

export function reportOf(judged: readonly Judged[], failures: readonly Failure[], setting: Setting): Report {
  const inSet = (set: Judged['set']) => standingOf(judged.filter((each) => each.set === set));
  const photos = inSet('photos');
  return {
    benchmark: 'quality',
    ...setting,
    ...standingOf(judged.filter(({ set }) => set !== 'photos')),
    sets: Object.fromEntries(caseSets.map((set) => [set, inSet(set)])) as Record<CaseSet, Standing>,
    photos: photos.n > 0 ? photos : null,
    judged,
    failures,
  };
}

function standingOf(judged: readonly Judged[]): Standing {
  const names = Object.keys(judged[0]?.quality ?? {});
  const byContestant = <T>(among: readonly string[], of: (name: string, metric: Metric) => T | undefined) =>
    Object.fromEntries(
      among.map((name) => [
        name,
        Object.fromEntries(metricNames.map((metric) => [metric, of(name, metric)])) as Partial<Record<Metric, T>>,
      ]),
    );
  // An image counts for a metric only when every contestant has a value for it.
  const rowsOf = (metric: Metric) =>
    judged.flatMap(({ quality }) => {
      const row = new Map<string, number>();
      for (const name of names) {
        const value = quality[name]?.[metric];
        if (value !== undefined) row.set(name, value);
      }
      return row.size === names.length ? [row] : [];
    });
  const mean = (name: string, metric: Metric) => {
    const rows = rowsOf(metric);
    return rows.length === 0 ? undefined : rows.reduce((sum, row) => sum + (row.get(name) ?? 0), 0) / rows.length;
  };
  const at = (name: string, metric: Metric, part: number) => {
    const rows = rowsOf(metric).map((row) => row.get(name) ?? 0);
    return rows.length === 0 ? undefined : quantile(rows, part);
  };
  const rivals = names.filter((name) => name !== peer.name);
  return {
    n: judged.length,
    means: byContestant(names, mean),
    medians: byContestant(names, (name, metric) => at(name, metric, 0.5)),
    p90s: byContestant(names, (name, metric) => at(name, metric, metrics[metric] === 'more' ? 0.1 : 0.9)),
    ratios: byContestant(rivals, (name, metric) => {
      const [own, peers] = [mean(name, metric), mean(peer.name, metric)];
      return own === undefined || peers === undefined || peers === 0 ? undefined : own / peers;
    }),
    betterOn: byContestant(rivals, (name, metric) => {
      const rows = rowsOf(metric);
      if (rows.length === 0) return undefined;
      const leads = rows.map((row) => (row.get(name) ?? 0) - (row.get(peer.name) ?? 0));
      const better = leads.filter((lead) => (metrics[metric] === 'more' ? lead > 0 : lead < 0)).length;
      return { better, of: leads.filter((lead) => lead !== 0).length };
    }),
  };
}

/** Returns the report for the terminal. */
export function textOf(report: Report): string {
  const { machine, sets, photos, judged, failures } = report;
  return [
    machineLine(machine),
    '',
    ...caseSets.flatMap((set) => table(setTitles[set], sets[set])),
    ...(caseSets.filter((set) => sets[set].n > 0).length > 1 ? table('all with a known alpha', report) : []),
    ...(photos ? table('photos, compared with the network in full precision', photos) : []),
    ...pictureTable(judged),
    ...failures.map(({ name, detail }) => `✗ ${name}  ${detail}`),
  ].join('\n');
}

const setTitles: Readonly<Record<CaseSet, string>> = {
  renders: 'our renders, exact alpha',
  look: 'trial, part look, exact alpha',
  score: 'trial, part score, exact alpha',
  composites: 'our cutouts on other backgrounds, exact alpha and colours',
  known: 'photos with their alpha',
};

export const metricTitles: Readonly<Record<Metric, string>> = {
  iou: 'IoU',
  mae: 'MAE',
  mse: 'MSE',
  sad: 'SAD, thousands',
  gradientError: 'gradient error, thousands',
  boundaryF: 'boundary F, 3 px',
  edgeBandMae: 'edge-band MAE',
  lostParts: 'lost parts, of the subject',
  rests: 'rests, of the subject',
  colourError: 'colour error in the edge, of 255',
  oldHue: 'old hue, of the soft edge',
};

function table(title: string, { n, means, medians, p90s, ratios, betterOn }: Standing): string[] {
  if (n === 0) return [];
  const names = Object.keys(means);
  const rivals = Object.keys(ratios);
  const rows = metricNames.flatMap((metric) => {
    if (names.every((name) => means[name]?.[metric] === undefined)) return [];
    const comparisons = rivals.flatMap((name) => {
      const count = betterOn[name]?.[metric];
      return [ratios[name]?.[metric]?.toFixed(3) ?? '–', count ? `${count.better} of ${count.of}` : ''];
    });
    const sense = metrics[metric] === 'more' ? '↑' : '↓';
    const of = (values: ByContestant<MetricValues>) => names.map((name) => number(values[name]?.[metric]));
    return [
      line(`${metricTitles[metric]} ${sense}`, ...of(means), ...comparisons),
      line('  median', ...of(medians)),
      line('  p90', ...of(p90s)),
    ];
  });
  const head = [...names, ...rivals.flatMap((name) => [`${name} / peer`, 'wins'])];
  return [`${title}: means over ${n}, medians and p90`, line('', ...head), ...rows, ''];
}

/** Table of each image's errors. */
function pictureTable(judged: readonly Judged[]): string[] {
  const names = Object.keys(judged[0]?.quality ?? {});
  const columns = (['mae', 'edgeBandMae'] as const).flatMap((metric) => names.map((name) => ({ metric, name })));
  return [
    'each image: MAE, then edge-band MAE',
    line('', ...columns.map(({ name }) => name)),
    ...judged.map(({ name, quality }) =>
      line(name, ...columns.map(({ metric, name: who }) => number(quality[who]?.[metric]))),
    ),
    '',
  ];
}

function number(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(4);
}

function line(title: string, ...columns: readonly string[]): string {
  return `  ${title.padEnd(36)}${columns.map((column) => column.padStart(16)).join('')}`.trimEnd();
}
