import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join, resolve } from 'node:path';

import {
  type Conditions,
  type Medians,
  mediansOf,
  type MemoryMethod,
  type PhotoOutcome,
  type Ratios,
  ratiosOf,
} from './outcome.ts';
import type { BySide, Side } from './sides.ts';
import { photoTable, table } from './table.ts';

/** What `--json` writes. */
export interface Report extends Setting {
  readonly benchmark: 'segmenter';
  readonly contenders: BySide<Contender>;
  /** Null when there is no photo that both sides cut out. */
  readonly ratios: Ratios | null;
  readonly medians: BySide<Medians> | null;
  readonly photos: readonly PhotoOutcome[];
}

export interface Setting {
  readonly machine: Machine;
  /** The manifest's row that both sides ran. */
  readonly model: string;
  readonly memoryMethod: MemoryMethod;
  /** Warm runs of each side for each photo. */
  readonly runs: number;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** Of the minute before: what else was going on. */
  readonly loadAverageBefore: number;
  readonly chromium: string;
}

interface Contender {
  readonly name: string;
  /** As in the first photo that both sides cut out. */
  readonly conditions: Conditions | null;
}

const root = resolve(import.meta.dirname, '../../..');

export function describeMachine(chromium: string): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    loadAverageBefore: loadavg()[0] ?? 0,
    chromium,
  };
}

export function reportOf(photos: readonly PhotoOutcome[], setting: Setting): Report {
  const done = photos.filter((photo) => photo.outcome === 'done');
  const medians = done.length > 0 ? bySide((side) => mediansOf(done.map(({ measures }) => measures[side]))) : null;
  const names = { ours: nameOf('packages/segmenter'), theirs: nameOf('node_modules/@imgly/background-removal') };
  return {
    benchmark: 'segmenter',
    ...setting,
    contenders: bySide((side) => ({ name: names[side], conditions: done[0]?.measures[side].conditions ?? null })),
    ratios: medians && ratiosOf(medians),
    medians,
    photos,
  };
}

/** @returns the report for a person to read. */
export function textOf(report: Report): string {
  const { machine, contenders, medians, photos } = report;
  const counted = photos.filter((photo) => photo.outcome === 'done').length;
  return [
    `ours    ${wordsOf(contenders.ours)}`,
    `theirs  ${wordsOf(contenders.theirs)}`,
    `Chromium ${machine.chromium}, ${machine.cores} cores (${machine.processor}), load before ${machine.loadAverageBefore.toFixed(1)}`,
    `model ${report.model}, warm results are medians of ${report.runs}, memory by ${report.memoryMethod}`,
    '',
    ...photos.map(photoTable),
    ...(medians ? [table(`Medians over ${counted} of ${photos.length} photos`, medians)] : []),
  ].join('\n');
}

function wordsOf({ name, conditions }: Contender): string {
  if (!conditions) return name;
  const { threads, realm, isolated } = conditions;
  return `${name}: ${threads} threads, run from the ${realm}, ${isolated ? 'isolated' : 'not isolated'}`;
}

function nameOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return `${name} ${version}`;
}

function bySide<T>(of: (side: Side) => T): BySide<T> {
  return { ours: of('ours'), theirs: of('theirs') };
}
