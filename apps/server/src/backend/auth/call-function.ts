import type { Lite } from '../lite/create-lite.ts';

/** Calls a function of the database. @returns its result. */
export async function callFunction(
  database: Lite['connection']['kysely'],
  name: string,
  ...values: readonly (string | null)[]
): Promise<unknown> {
  const { result } = await database
    .selectNoFrom((build) =>
      build
        .fn(
          name,
          values.map((value) => build.val(value)),
        )
        .as('result'),
    )
    .executeTakeFirstOrThrow();
  return result;
}
