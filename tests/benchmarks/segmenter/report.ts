import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type Machine, machineLine } from '../arena/machine.ts';
import { type BySide, bySide } from '../arena/sides.ts';
import type { Findings, PhotoTimes } from './arena.ts';
import { type MeasureName, measureNames, measureOf } from './measures.ts';
import { quantile, type Summary, summaryOf } from './statistics.ts';

/** Content of the file that `--json` writes. */
export interface Report extends Setting {
  readonly benchmark: 'segmenter';
  readonly contenders: BySide<string>;
  /** Our median divided by the peer's; below 1 is better for us. Null when either is unknown, or the peer's is 0. */
  readonly ratios: ByMeasure<number | null>;
  readonly targets: ByMeasure<number | null>;
  /** Medians in milliseconds or bytes. */
  readonly medians: ByMeasure<BySide<number> | null>;
  readonly measurements: ByMeasure<Measurement>;
}

export interface Setting {
  readonly machine: Machine;
  /** Number of timed runs per side and photo. */
  readonly runs: number;
  readonly starts: number;
}

type ByMeasure<T> = Readonly<Record<MeasureName, T>>;

type Measurement =
  | {
      readonly outcome: 'measured';
      readonly unit: 'ms' | 'bytes';
      readonly photos: readonly string[];
      readonly conditions: BySide<string>;
      readonly summaries: BySide<Summary>;
      readonly values: BySide<readonly number[]>;
      /** Times of single photos, when photos are compared one by one. */
      readonly each?: readonly PhotoTimes[];
    }
  | NotMeasured;

export interface NotMeasured {
  readonly outcome: 'not measured';
  readonly why: string;
}

const root = resolve(import.meta.dirname, '../../..');

/** @param missing reasons for measures without findings. */
export function reportOf(
  findings: readonly Findings[],
  missing: Partial<ByMeasure<NotMeasured>>,
  setting: Setting,
): Report {
  const measurements = byMeasure((name): Measurement => {
    const found = findings.find(({ values }) => name in values);
    const values = found?.values[name];
    if (!found || !values) return missing[name] ?? { outcome: 'not measured', why: 'not asked for' };
    const { photos, conditions, each } = found;
    const summaries = bySide((side) => summaryOf(values[side]));
    return {
      outcome: 'measured',
      unit: measureOf(name).unit,
      photos,
      conditions,
      summaries,
      values,
      ...(each && { each }),
    };
  });
  const medians = byMeasure((name) => {
    const measurement = measurements[name];
    return measurement.outcome === 'measured' ? bySide((side) => measurement.summaries[side].median) : null;
  });
  return {
    benchmark: 'segmenter',
    ...setting,
    contenders: { ours: nameOf('packages/segmenter'), peer: nameOf('node_modules/@imgly/background-removal') },
    ratios: byMeasure((name) => {
      const both = medians[name];
      return both && both.peer !== 0 ? both.ours / both.peer : null;
    }),
    targets: byMeasure((name) => measureOf(name).target ?? null),
    medians,
    measurements,
  };
}

/** Returns the report for the terminal. */
export function textOf(report: Report): string {
  const { machine, contenders, runs, starts, measurements } = report;
  return [
    `${contenders.ours} against ${contenders.peer} (vsNative: its package for Node)`,
    machineLine(machine),
    `medians of ${runs} runs per photo, or of ${starts} starts; quartiles in brackets`,
    '',
    line('', 'ours', 'peer', 'ours / peer', 'target'),
    ...measureNames.map((name) => row(name, report)),
    '',
    'worked with',
    ...measureNames.flatMap((name) => conditionLines(name, measurements[name])),
    ...photoTable(measurements.everyPhoto),
  ].join('\n');
}

function row(name: MeasureName, { measurements, ratios, targets }: Report): string {
  const measurement = measurements[name];
  const { title, unit } = measureOf(name);
  if (measurement.outcome === 'not measured') return `${title.padEnd(titleWidth)}  not measured: ${measurement.why}`;
  const { ours, peer } = bySide((side) => summaryText(measurement.summaries[side], unit));
  const target = targets[name];
  return line(title, ours, peer, ratios[name]?.toFixed(3) ?? '–', target === null ? '' : `≤ ${target.toFixed(2)}`);
}

function conditionLines(name: MeasureName, measurement: Measurement): string[] {
  if (measurement.outcome === 'not measured') return [];
  const { conditions, photos } = measurement;
  return [`  ${name}: ours ${conditions.ours}; peer ${conditions.peer}; ${photos.join(', ')}`];
}

/** Table of each photo's times, with the median and the 90th percentile. */
function photoTable(measurement: Measurement): string[] {
  const each = measurement.outcome === 'measured' ? (measurement.each ?? []) : [];
  if (each.length === 0) return [];
  const ratioOf = ({ durationsMs }: PhotoTimes) => durationsMs.ours / durationsMs.peer;
  const of = (part: number) => {
    const ours = quantile(
      each.map(({ durationsMs }) => durationsMs.ours),
      part,
    );
    return [seconds(ours), quantile(each.map(ratioOf), part).toFixed(3)] as const;
  };
  const columns = (name: string, ...rest: readonly string[]) =>
    `  ${name.padEnd(36)}${rest.map((text) => text.padStart(14)).join('')}`.trimEnd();
  const twice = each.filter(({ passes }) => passes > 1).length;
  return [
    '',
    `each photo once, in seconds; ${twice} of ${each.length} took a second pass`,
    columns('', 'size', 'network', 'passes', 'ours', 'peer', 'ours / peer'),
    ...each.map((photo) =>
      columns(
        photo.name,
        `${photo.widthPx} × ${photo.heightPx}`,
        `${photo.networkWidthPx} × ${photo.networkHeightPx}`,
        String(photo.passes),
        seconds(photo.durationsMs.ours),
        seconds(photo.durationsMs.peer),
        ratioOf(photo).toFixed(3),
      ),
    ),
    columns('median', '', '', '', of(0.5)[0], '', of(0.5)[1]),
    columns('p90', '', '', '', of(0.9)[0], '', of(0.9)[1]),
  ];
}

const titleWidth = Math.max(...measureNames.map((name) => measureOf(name).title.length));

function line(title: string, ours: string, peer: string, ratio: string, target: string): string {
  return `${title.padEnd(titleWidth)}${ours.padStart(26)}${peer.padStart(26)}${ratio.padStart(14)}${target.padStart(10)}`.trimEnd();
}

function summaryText({ median, lowerQuartile, upperQuartile }: Summary, unit: 'ms' | 'bytes'): string {
  switch (unit) {
    case 'ms':
      return `${seconds(median)} s (${seconds(lowerQuartile)}–${seconds(upperQuartile)})`;
    case 'bytes':
      return `${megabytes(median)} MB (${megabytes(lowerQuartile)}–${megabytes(upperQuartile)})`;
    default:
      return unit satisfies never;
  }
}

function seconds(valueMs: number): string {
  return (valueMs / 1000).toFixed(2);
}

/** Formats decimal megabytes, as browsers show downloads. */
function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function nameOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return `${name} ${version}`;
}

function byMeasure<T>(of: (name: MeasureName) => T): ByMeasure<T> {
  return Object.fromEntries(measureNames.map((name) => [name, of(name)])) as ByMeasure<T>;
}
