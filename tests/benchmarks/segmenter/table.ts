import { type Failure, type Measures, type Medians, type PhotoOutcome, ratio } from './outcome.ts';
import type { BySide } from './sides.ts';

interface Row {
  readonly name: string;
  readonly pick: (measures: Medians) => number | null;
  readonly show: (value: number) => string;
  /** A ratio of it says something. */
  readonly compared: boolean;
}

const rows: readonly Row[] = [
  { name: 'first result, cold cache', pick: (each) => each.coldMs, show: seconds, compared: true },
  { name: 'warm result', pick: (each) => each.warmMs, show: seconds, compared: true },
  { name: 'fetched for the first', pick: (each) => each.fetchedBytes, show: megabytes, compared: true },
  { name: 'peak memory', pick: (each) => each.peakMemoryBytes, show: megabytes, compared: true },
  { name: 'longest main-thread task', pick: (each) => each.longestTaskMs, show: milliseconds, compared: true },
  { name: 'IoU with the alpha', pick: (each) => each.iou, show: (value) => value.toFixed(4), compared: false },
];

const nameWidth = Math.max(...rows.map((row) => row.name.length)) + 2;
const columnWidth = 14;

/** @returns the table of one photo, or the line that says why there is none. */
export function photoTable(photo: PhotoOutcome): string {
  switch (photo.outcome) {
    case 'done':
      return table(`${photo.file}  ${photo.widthPx} × ${photo.heightPx} px`, photo.measures);
    case 'failed':
      return `${photo.file}\n  ✗ ${failureOf(photo)}\n`;
    default:
      return photo satisfies never;
  }
}

export function failureOf({ side, detail }: Failure): string {
  return side === null ? detail : `${side}: ${detail}`;
}

/** @param title stands above the columns. */
export function table(title: string, values: BySide<Measures | Medians>): string {
  const head = line('', 'ours', 'theirs', 'ours / theirs');
  const body = rows.flatMap(({ name, pick, show, compared }) => {
    const [ours, theirs] = [pick(values.ours), pick(values.theirs)];
    if (ours === null && theirs === null) return [];
    const shown = (value: number | null) => (value === null ? '–' : show(value));
    const compare = compared ? (ratio(ours, theirs)?.toFixed(2) ?? '–') : '';
    return [line(name, shown(ours), shown(theirs), compare)];
  });
  return [title, head, ...body, ''].join('\n');
}

function line(name: string, ...columns: string[]): string {
  return `  ${name.padEnd(nameWidth)}${columns.map((column) => column.padStart(columnWidth)).join('')}`.trimEnd();
}

function seconds(valueMs: number): string {
  return `${(valueMs / 1000).toFixed(2)} s`;
}

function milliseconds(valueMs: number): string {
  return `${Math.round(valueMs)} ms`;
}

/** Decimal megabytes, as browsers show downloads. */
function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
