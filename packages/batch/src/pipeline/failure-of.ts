import { type Failure, failureOf as editorFailureOf } from '@isola/editor';
import { CompositorError } from '@isola/imaging';

/** @returns any failure of an item by its code. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CompositorError) return { code: error.code, detail: error.message };
  return editorFailureOf(error);
}
