import { CompositorError } from '@isola/imaging';

import type { Failure } from '../model/failure.ts';

/** @returns the failure for an error of the compositor. The bundle `errors` has a message for its code. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CompositorError) return { code: error.code, detail: error.message };
  return { code: 'processing-failed', detail: error instanceof Error ? error.message : String(error) };
}
