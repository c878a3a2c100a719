import { createSegmenter, type Segmenter, type SegmenterOptions } from '../public-api.ts';

/** Options that determine whether two callers can use the same segmenter. */
export type SharedOptions = Pick<
  SegmenterOptions,
  'manifestUrl' | 'model' | 'threads' | 'provider' | 'runtimeUrl' | 'modelRequest' | 'onEvent'
>;

const segmenters = new Map<string, Segmenter>();

/**
 * Returns the page's segmenter for these options, so that components share one worker and load the model once. It lives as
 * long as the page.
 */
export function sharedSegmenter({ onEvent, ...options }: SharedOptions): Segmenter {
  const { modelRequest } = options;
  const headers = [...new Headers(modelRequest?.headers)];
  const key = JSON.stringify({
    ...options,
    modelRequest: { ...modelRequest, headers },
    isLogged: onEvent !== undefined,
  });
  const segmenter = segmenters.get(key) ?? createSegmenter({ ...options, ...(onEvent && { onEvent }) });
  segmenters.set(key, segmenter);
  return segmenter;
}
