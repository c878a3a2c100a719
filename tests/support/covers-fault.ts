import { test } from '@playwright/test';

/** A row of the table of faults in `docs/faults.md`. */
export interface FaultRow {
  /** The fault as one would tell a colleague: “a worker ends while the network runs”. */
  readonly fault: string;
  /** Words that the person sees: the key of a message, such as `errors:network`, or a sentence. */
  readonly sees: string;
  /** The work that is kept. */
  readonly kept: string;
}

/** Type of the annotation by which the reporter of the table finds the rows. */
export const faultAnnotation = 'fault';

/** Adds the running test to the table of faults. The table shows the row as proven only when the test passes. */
export function coversFault(row: FaultRow): void {
  test.info().annotations.push({ type: faultAnnotation, description: JSON.stringify(row) });
}
