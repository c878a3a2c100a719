import type { ExportOptions } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';

const storageKey = 'export-options';

/**
 * Returns the export options that were last used on this device, with which the next image begins. A limit on the
 * file's size belongs to one image and is not saved.
 */
export function lastExport(): ExportOptions {
  try {
    return exportOptionsIn(JSON.parse(localStorage.getItem(storageKey) ?? 'null')) ?? initialState.export;
  } catch {
    // Storage is closed, or contains something else.
    return initialState.export;
  }
}

/**
 * Saves export options on this device, where the browser allows it.
 * @param keepsFormat True when the saved format stays, because the options belong to an opaque result.
 */
export function rememberExport(options: ExportOptions, { keepsFormat = false } = {}): void {
  const { format } = keepsFormat ? lastExport() : options;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...options, format, maxBytes: undefined }));
  } catch {
    // Storage is closed or full. The next image begins with the default options.
  }
}

/** Checks stored options without the schemas, which a page without an editor does not load. @returns undefined for anything else. */
function exportOptionsIn(value: unknown): ExportOptions | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const {
    format,
    quality,
    dotsPerInch,
    includesMetadata,
    bleedMm,
    hasCropMarks,
    author,
    copyright,
  }: Partial<Record<keyof ExportOptions, unknown>> = value;
  if (typeof format !== 'string' || !isWholeIn(quality, 1, 100) || typeof includesMetadata !== 'boolean')
    return undefined;
  return {
    format,
    quality,
    includesMetadata,
    ...(isWholeIn(dotsPerInch, 1, 2400) && { dotsPerInch }),
    ...(isWholeIn(bleedMm, 0, 20) && { bleedMm }),
    ...(typeof hasCropMarks === 'boolean' && { hasCropMarks }),
    ...(isCredit(author) && { author }),
    ...(isCredit(copyright) && { copyright }),
  };
}

function isCredit(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200;
}

function isWholeIn(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}
