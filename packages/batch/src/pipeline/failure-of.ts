import { FacesError, type Failure } from '@isola/editor';
import { failureOf as importFailureOf } from '@isola/editor/import';
import { CompositorError } from '@isola/imaging';

/** Converts an error to the failure that is shown for an item. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CompositorError) return { code: error.code, detail: error.message };
  if (error instanceof FacesError) return error.failure;
  return importFailureOf(error);
}
