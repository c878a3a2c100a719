import { check, hasTag, listOf, oneOf, type Rule } from './check.ts';
import { details } from './detail.ts';
import { type SegmenterOptions, type SegmentOptions, transparencies } from './options.ts';
import { outputs } from './segmentation.ts';

type Rules<Options> = Readonly<Record<keyof Options & string, Rule>>;

const callback: Rule = { must: 'a function', isMet: (value) => typeof value === 'function' };

const address: Rule = {
  must: 'an address',
  // With a base, relative addresses are valid too.
  isMet: (value) =>
    (typeof value === 'string' || hasTag(value, 'URL')) && URL.canParse(String(value), 'https://base.test'),
};

const maxThreads = 32;

export const segmenterRules: Rules<SegmenterOptions> = {
  manifestUrl: address,
  model: { must: 'the id of a model', isMet: (value) => typeof value === 'string' && value !== '' },
  threads: {
    must: `a whole number from 1 to ${maxThreads}`,
    isMet: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxThreads,
  },
  execution: oneOf('auto', 'main'),
  deviceMemoryGib: { must: 'a number above 0', isMet: (value) => typeof value === 'number' && value > 0 },
  provider: oneOf('auto', 'cpu', 'webgpu'),
  runtimeUrl: address,
  modelRequest: {
    must: 'an object of headers and credentials',
    isMet: (value) => typeof value === 'object' && value !== null,
  },
  fetch: callback,
  onEvent: callback,
};

const modelRequestRules: Rules<NonNullable<SegmenterOptions['modelRequest']>> = {
  headers: { must: 'headers', isMet: areHeaders },
  credentials: oneOf('omit', 'same-origin', 'include'),
};

const warmUpRules: Rules<Pick<SegmentOptions, 'signal' | 'onProgress'>> = {
  signal: { must: 'an AbortSignal', isMet: (value) => hasTag(value, 'AbortSignal') },
  onProgress: callback,
};

export const segmentRules: Rules<SegmentOptions> = {
  ...warmUpRules,
  detail: oneOf(...details),
  transparency: oneOf(...transparencies),
  outputs: listOf(...outputs),
  prompt: {
    must: '{ points, box, matte, corrected } with at least one point { xPx, yPx, keep } or a box { leftPx, topPx, widthPx, heightPx }',
    isMet: isPrompt,
  },
  lesson: { must: 'a lesson to learn or to apply', isMet: isObject },
  background: {
    must: 'a colour, #rrggbb',
    isMet: (value) => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value),
  },
};

/**
 * Checks the options of a segmenter.
 * @throws {TypeError} for an unknown option. {RangeError} for an invalid value.
 */
export function checkSegmenterOptions(options: SegmenterOptions): void {
  check(options, segmenterRules);
  checkModelRequest(options);
  const { provider = 'cpu', runtimeUrl } = options;
  if (provider !== 'cpu' && runtimeUrl === undefined) {
    throw new RangeError(`provider is ${provider}, and must be cpu unless runtimeUrl is set`);
  }
}

/**
 * Checks the option `modelRequest`.
 * @throws see `checkSegmenterOptions`.
 */
export function checkModelRequest({ modelRequest }: Pick<SegmenterOptions, 'modelRequest'>): void {
  if (modelRequest) check(modelRequest, modelRequestRules, 'modelRequest.');
}

/**
 * Checks the options of `segment`.
 * @throws see `checkSegmenterOptions`.
 */
export function checkSegmentOptions(options: object): void {
  check(options, segmentRules);
}

/**
 * Checks the options of `warmUp`.
 * @throws see `checkSegmenterOptions`.
 */
export function checkWarmUpOptions(options: object): void {
  check(options, warmUpRules);
}

function isPrompt(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { points = [], box, matte, corrected = false, ...others } = value;
  if (Object.keys(others).length > 0 || !Array.isArray(points) || (points.length === 0 && box === undefined))
    return false;
  const isPoint = (point: unknown) =>
    isObject(point) && areNumbers(point['xPx'], point['yPx']) && typeof point['keep'] === 'boolean';
  return (
    points.every(isPoint) &&
    (box === undefined || isBox(box)) &&
    (matte === undefined || isMatte(matte)) &&
    typeof corrected === 'boolean'
  );
}

function isBox(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { leftPx, topPx, widthPx, heightPx, keep = true } = value;
  const isSized = areNumbers(leftPx, topPx, widthPx, heightPx) && Number(widthPx) > 0 && Number(heightPx) > 0;
  return isSized && typeof keep === 'boolean';
}

function isMatte(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { data, widthPx, heightPx } = value;
  return (
    hasTag(data, 'Uint8ClampedArray') &&
    areNumbers(widthPx, heightPx) &&
    (data as Uint8ClampedArray).length === Number(widthPx) * Number(heightPx)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function areNumbers(...values: readonly unknown[]): boolean {
  return values.every((value) => Number.isFinite(value));
}

function areHeaders(value: unknown): boolean {
  try {
    return new Headers(value as HeadersInit) instanceof Headers;
  } catch {
    return false;
  }
}
