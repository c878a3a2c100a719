import { CompositorError } from '@isola/imaging';

import type { Failure } from '../model/failure.ts';

/** @returns an error of the compositor as a failure, whose code the bundle `errors` words. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CompositorError) return { code: error.code, detail: error.message };
  return { code: 'processing-failed', detail: error instanceof Error ? error.message : String(error) };
}
