import { type CsvField, toCsv } from '@isola/files/csv';

import type { BatchItem } from '../batch.ts';

/** Column names. They are not translated, because programs read them. */
const columns = ['name', 'outcome', 'reason', 'result', 'width_px', 'height_px', 'bytes', 'seconds'] as const;

/**
 * Writes the outcome of each item as CSV, one row for each item.
 *
 * `outcome` is `done`, `failed`, `processing` or `waiting`. An outdated result counts as `processing`, because it has
 * the name of the new file but still the size of the old one. `reason` is the code of a failure. For a result it lists
 * what applies:
 *
 * - its doubts
 * - `converted-from-` with the format of a file that was converted, then `first-of-many`, `quality-reduced` and
 *   `colors-approximate`
 * - `shadow-missing` when the photograph has no shadow that could be kept
 * - `enlarged-from-` with the size in px of the photograph when the model has enlarged the result
 * - `faces-blurred-` with the number of faces that the preset has made unrecognisable
 */
export function outcomesCsv(items: readonly BatchItem[]): Blob {
  return new Blob([toCsv([columns, ...items.map(rowOf)])], { type: 'text/csv' });
}

function rowOf(item: BatchItem): readonly CsvField[] {
  if (item.state !== 'processed') return [item.name, item.state, '', '', '', '', '', ''];
  switch (item.outcome) {
    case 'done': {
      if (item.isOutdated) return [item.name, 'processing', '', '', '', '', '', ''];
      const { fileName, widthPx, heightPx, sizeBytes, durationMs } = item.result;
      const { missingShadow, enlargedFrom, blurredFaces } = item.result;
      const reason = [
        ...item.doubts.map(({ kind }) => kind),
        ...conversionReasons(item.conversion),
        ...(missingShadow ? ['shadow-missing'] : []),
        ...(enlargedFrom ? [`enlarged-from-${enlargedFrom.widthPx}x${enlargedFrom.heightPx}`] : []),
        ...(blurredFaces === undefined ? [] : [`faces-blurred-${blurredFaces}`]),
      ].join(' ');
      return [item.name, 'done', reason, fileName, widthPx, heightPx, sizeBytes, Math.round(durationMs / 10) / 100];
    }
    case 'failed':
      return [item.name, 'failed', item.failure.code, '', '', '', '', ''];
    default:
      return item satisfies never;
  }
}

function conversionReasons(conversion: BatchItem['conversion']): readonly string[] {
  if (!conversion) return [];
  const { from, isFirstOfMany, isReduced, isApproximate } = conversion;
  return [
    `converted-from-${from.toLowerCase().replaceAll(' ', '-')}`,
    ...(isFirstOfMany ? ['first-of-many'] : []),
    ...(isReduced ? ['quality-reduced'] : []),
    ...(isApproximate ? ['colors-approximate'] : []),
  ];
}
