import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';

import { BackendError } from '#backend/call-function.ts';

/** The row of the table `settings`; the database has the same bounds. */
const key = 'admin.identity_minutes';
/** Where there is no such row. */
const defaultIdentityMinutes = 30;
export const maxIdentityMinutes = 120;

const rowsSchema = z.array(z.object({ value: z.number() }));

/** @throws {BackendError} code `network`, or what supabase-js gives as an error. */
export async function loadIdentityMinutes(supabase: SupabaseClient): Promise<number> {
  const read = await supabase.from('settings').select('value').eq('key', key);
  throwRefusal(read);
  return rowsSchema.parse(read.data)[0]?.value ?? defaultIdentityMinutes;
}

/** @throws {BackendError} code `network`, or what supabase-js gives as an error: `42501` where it is not permitted. */
export async function saveIdentityMinutes(supabase: SupabaseClient, minutes: number): Promise<void> {
  const settings = supabase.from('settings');
  const changed = await settings.update({ value: minutes }).eq('key', key).select('key');
  throwRefusal(changed);
  if (changed.data?.length) return;
  // There is no such row, or none that may be changed; then this is refused.
  throwRefusal(await settings.insert({ key, value: minutes }));
}

function throwRefusal({ error, status }: { readonly error: Error | null; readonly status: number }): void {
  if (!error) return;
  // supabase-js gives the status 0 when no answer came.
  throw status === 0 ? new BackendError('network', 'The database could not be reached', { cause: error }) : error;
}
