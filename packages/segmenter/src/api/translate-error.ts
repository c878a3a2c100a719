import { SegmenterError, type SegmenterErrorCode } from './errors.ts';

export interface TranslatedError {
  readonly code: SegmenterErrorCode;
  readonly detail?: string;
}

/**
 * Browser engines word the same failure differently. Each row is a phrase seen in V8, SpiderMonkey, JavaScriptCore or
 * ORT.
 */
const phrases: readonly (readonly [RegExp, SegmenterErrorCode])[] = [
  [
    /out of memory|bad_alloc|allocation failed|could not (be )?allocate|memory\.grow|failed to allocate|cannot create an image buffer/i,
    'out-of-memory',
  ],
  [/no available backend|dynamically imported module|importing a module script/i, 'resource-load-failed'],
  [/failed to fetch|networkerror|load failed|network request failed|err_internet/i, 'network'],
  [/could not be decoded|cannot (be )?decoded?|failed to decode|decoding failed/i, 'damaged-image'],
  [/error occurr?ed reading the blob/i, 'file-unreadable'],
];

/**
 * Maps any failure to one code of the catalogue.
 * @param error any value thrown by this package, the browser or the runtime.
 * @returns the code, and as `detail` the technical details if there are any. An unknown failure is
 *   `processing-failed` and always keeps its own message as the detail.
 * @example
 * try {
 *   await segmenter.segment(file);
 * } catch (error) {
 *   const { code, detail } = translateError(error);
 *   if (code !== 'aborted') show(messages[code], detail);
 * }
 */
export function translateError(error: unknown): TranslatedError {
  if (error instanceof SegmenterError) return withDetail(error.code, error.detail);
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const detail = wordsOf(error);
  if (name === 'AbortError' || name === 'TimeoutError') return { code: 'aborted' };
  if (name === 'EncodingError') return withDetail('damaged-image', detail);
  if (name === 'NotReadableError' || name === 'NotFoundError') return withDetail('file-unreadable', detail);
  if (name === 'QuotaExceededError') return withDetail('out-of-memory', detail);
  const known = phrases.find(([phrase]) => phrase.test(detail));
  return withDetail(known?.[1] ?? 'processing-failed', detail);
}

/** Converts a failure to a `SegmenterError`. One that already is a `SegmenterError` stays the same object. */
export function toSegmenterError(error: unknown): SegmenterError {
  if (error instanceof SegmenterError) return error;
  const { code, detail } = translateError(error);
  return new SegmenterError(code, detail, { cause: error });
}

function withDetail(code: SegmenterErrorCode, detail: string | undefined): TranslatedError {
  return detail === undefined || detail === '' ? { code } : { code, detail };
}

function wordsOf(error: unknown): string {
  if (error instanceof Error || error instanceof DOMException) return error.message || error.name;
  if (typeof error === 'string') return error;
  // ORT's WebAssembly throws bare numbers (pointers to C++ exceptions). There is nothing else to report.
  return JSON.stringify(error) ?? String(error);
}
