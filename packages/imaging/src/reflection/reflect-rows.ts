import type { Bounds, Size } from '../geometry/rect.ts';
import { reflectedShare, type ReflectionParams } from './reflection-params.ts';

/** A row of a reflection. */
export interface ReflectedRow {
  /** RGBA with straight alpha. It is valid until the next call. */
  readonly data: Uint8ClampedArray;
  /** Opacity of the row, by which its alpha is multiplied, 0…1. */
  readonly share: number;
}

/** The reflection of a subject whose rows are composed from top to bottom. */
export interface SubjectReflection {
  /** Stores a composed row of the subject: RGBA with straight alpha. Each row of the result is given once, in order. */
  readonly add: (row: Uint8ClampedArray, y: number) => void;
  /** Returns a row of the reflection; undefined where there is none. The rows above it must have been added before. */
  readonly readRow: (y: number) => ReflectedRow | undefined;
}

export interface ReflectedSubject {
  /** Box of the subject, in px of the result. */
  readonly bounds: Bounds;
  /** Columns that belong to the subject, beyond its box too. Default: all. */
  readonly left?: number;
  readonly right?: number;
  /** Height at which the subject floats above the ground, in hundredths of its own height. */
  readonly lift: number;
}

/** Distance beyond the box in which soft pixels of the subject are reflected too, as a share of its width. */
const softReach = 0.05;

/**
 * Mirrors a subject at the row on which it stands. A row of the reflection shows a row of the subject that lies above it, so that
 * only the rows within the reflection's length are stored.
 * @param size Size of the result.
 */
export function reflectRows(
  { bounds, lift, left: firstColumn = 0, right: endColumn = Infinity }: ReflectedSubject,
  params: ReflectionParams,
  { widthPx, heightPx }: Size,
): SubjectReflection {
  const height = bounds.bottom - bounds.top;
  const liftPx = Math.round((lift / 100) * height);
  const lengthPx = Math.max(1, Math.round((params.length / 100) * height));
  const firstRow = bounds.bottom + 2 * liftPx;
  const lastRow = Math.min(heightPx, firstRow + lengthPx);
  const reachPx = Math.ceil((bounds.right - bounds.left) * softReach);
  const left = Math.max(0, firstColumn, bounds.left - reachPx);
  const right = Math.min(widthPx, endColumn, bounds.right + reachPx);
  const rowBytes = (right - left) * 4;
  const firstStored = bounds.bottom - Math.max(0, lastRow - firstRow);
  const stored = new Uint8ClampedArray(Math.max(0, bounds.bottom - firstStored) * rowBytes);
  const data = new Uint8ClampedArray(widthPx * 4);
  return {
    add(row, y) {
      if (y < firstStored || y >= bounds.bottom) return;
      stored.set(row.subarray(left * 4, right * 4), (y - firstStored) * rowBytes);
    },
    readRow(y) {
      if (y < firstRow || y >= lastRow) return undefined;
      const from = bounds.bottom - 1 - (y - firstRow) - firstStored;
      data.set(stored.subarray(from * rowBytes, (from + 1) * rowBytes), left * 4);
      return { data, share: reflectedShare(params, (y + 0.5 - firstRow) / lengthPx) };
    },
  };
}

/**
 * Mirrors each part of a subject at the row on which it stands; see `reflectRows`.
 * @param parts parts whose columns do not overlap.
 */
export function reflectParts(
  parts: readonly ReflectedSubject[],
  params: ReflectionParams,
  size: Size,
): SubjectReflection {
  const reflections = parts.map((part) => reflectRows(part, params, size));
  const [only] = reflections;
  if (only && reflections.length === 1) return only;
  const data = new Uint8ClampedArray(size.widthPx * 4);
  return {
    add(row, y) {
      for (const { add } of reflections) add(row, y);
    },
    readRow(y) {
      const rows = reflections.flatMap(({ readRow }) => readRow(y) ?? []);
      if (rows.length === 0) return undefined;
      data.fill(0);
      for (const { data: part, share } of rows) {
        for (let at = 0; at < data.length; at += 4) {
          const alpha = part[at + 3] ?? 0;
          if (alpha === 0) continue;
          data.set(part.subarray(at, at + 3), at);
          data[at + 3] = alpha * share;
        }
      }
      return { data, share: 1 };
    },
  };
}
