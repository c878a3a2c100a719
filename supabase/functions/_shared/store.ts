import type { FunctionContext } from './context.ts';
import { FunctionError } from './function-error.ts';

/**
 * Stores a row. An existing row counts as stored, so that the answer does not reveal who is registered.
 * @throws {FunctionError} code `unavailable` when it could not be stored.
 */
export async function store(
  context: FunctionContext,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const outcome = await context.insert(table, row);
  if (outcome === 'stored' || outcome === 'duplicate') return;
  throw new FunctionError('unavailable', 503, 'It could not be stored: please try again later');
}
