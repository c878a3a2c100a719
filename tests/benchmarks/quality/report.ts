import { type Metric, metrics } from '../../../scripts/quality/quality-of.ts';
import { type Machine, machineLine } from '../arena/machine.ts';
import type { CaseSet } from './cases.ts';
import { peer } from './contestants.ts';

/** What `--json` writes. It begins with the standing over all pictures whose true cut-out is known. */
export interface Report extends Setting, Standing {
  readonly benchmark: 'quality';
  readonly sets: Readonly<Record<CaseSet, Standing>>;
  /** Photos without truth, against the mask of the network at full float; null where none were given. */
  readonly photos: Standing | null;
  readonly judged: readonly Judged[];
  readonly failures: readonly Failure[];
}

export interface Setting {
  readonly machine: Machine;
  readonly backgrounds: number;
  readonly seed: string;
}

/** How the contestants stand over a number of pictures; by contestant, then by metric. */
export interface Standing {
  readonly n: number;
  readonly means: ByContestant<MetricValues>;
  /** The contestant's mean divided by the peer's. */
  readonly ratios: ByContestant<MetricValues>;
  /** On how many pictures the contestant is better than the peer, of how many that differ. */
  readonly betterOn: ByContestant<Partial<Record<Metric, { readonly better: number; readonly of: number }>>>;
}

type ByContestant<T> = Readonly<Record<string, T>>;

/** A metric is missing where no picture had it for every contestant. */
export type MetricValues = Readonly<Partial<Record<Metric, number | undefined>>>;

/** One picture, judged. */
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
    sets: { renders: inSet('renders'), composites: inSet('composites') },
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
  // A picture counts for a metric only where every contestant has it.
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
  const rivals = names.filter((name) => name !== peer.name);
  return {
    n: judged.length,
    means: byContestant(names, mean),
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

/** @returns the report for a person to read. */
export function textOf(report: Report): string {
  const { machine, sets, photos, failures } = report;
  return [
    machineLine(machine),
    '',
    ...table('own renders, exact alpha', sets.renders),
    ...table('own cut-outs before other backgrounds, exact alpha and colours', sets.composites),
    ...(sets.composites.n > 0 ? table('both', report) : []),
    ...(photos ? table('photos, against the network at full float', photos) : []),
    ...failures.map(({ name, detail }) => `✗ ${name}  ${detail}`),
  ].join('\n');
}

const titles: Readonly<Record<Metric, string>> = {
  iou: 'IoU',
  mae: 'MAE',
  sad: 'SAD, thousands',
  gradientError: 'gradient error, thousands',
  boundaryF: 'boundary F, 3 px',
  edgeBandMae: 'edge-band MAE',
  colourError: 'colour error in the edge, of 255',
};

function table(title: string, { n, means, ratios, betterOn }: Standing): string[] {
  if (n === 0) return [];
  const names = Object.keys(means);
  const rivals = Object.keys(ratios);
  const number = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(4));
  const rows = metricNames.flatMap((metric) => {
    if (names.every((name) => means[name]?.[metric] === undefined)) return [];
    const comparisons = rivals.flatMap((name) => {
      const count = betterOn[name]?.[metric];
      return [ratios[name]?.[metric]?.toFixed(3) ?? '–', count ? `${count.better} of ${count.of}` : ''];
    });
    const sense = metrics[metric] === 'more' ? '↑' : '↓';
    return [line(`${titles[metric]} ${sense}`, ...names.map((name) => number(means[name]?.[metric])), ...comparisons)];
  });
  const head = [...names, ...rivals.flatMap((name) => [`${name} / peer`, 'better on'])];
  return [`${title}: means over ${n}`, line('', ...head), ...rows, ''];
}

function line(title: string, ...columns: readonly string[]): string {
  return `  ${title.padEnd(36)}${columns.map((column) => column.padStart(14)).join('')}`.trimEnd();
}
