import * as z from 'zod';

/** Schemas whose tables requests ask for. Only `public` is served. */
export const schemas = ['public', 'private', 'auth'] as const;

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  isRequired: z.boolean(),
  hasDefault: z.boolean(),
  /** True when the database writes the value itself, and refuses any other. */
  isGenerated: z.boolean(),
});

const tableSchema = z.object({
  schema: z.enum(schemas),
  name: z.string(),
  columns: z.array(columnSchema),
  key: z.array(z.string()),
  references: z.array(
    z.object({ columns: z.array(z.string()), schema: z.string(), table: z.string(), keys: z.array(z.string()) }),
  ),
  checks: z.array(z.object({ name: z.string(), columns: z.array(z.string()), definition: z.string() })),
});

const functionSchema = z.object({
  schema: z.enum(['public', 'private']),
  name: z.string(),
  parameters: z.array(z.object({ name: z.string(), type: z.string() })),
});

export type Column = z.infer<typeof columnSchema>;
export type Table = z.infer<typeof tableSchema>;
export type DatabaseFunction = z.infer<typeof functionSchema>;

/** Tables and functions of a running database. */
export interface Catalogue {
  readonly tables: readonly Table[];
  readonly functions: readonly DatabaseFunction[];
}

/** Runs a query as the owner of the database. */
export type Ask = (query: string) => Promise<readonly Record<string, unknown>[]>;

const listOfSchemas = schemas.map((schema) => `'${schema}'`).join(', ');

const tablesQuery = `
  select nspname as schema, relname as name,
    (
      select jsonb_agg(jsonb_build_object(
        'name', attname,
        'type', format_type(atttypid, null),
        'isRequired', attnotnull,
        'hasDefault', atthasdef,
        'isGenerated', attidentity <> '' or attgenerated <> ''
      ) order by attnum)
      from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
    ) as columns,
    (
      select coalesce(jsonb_agg(attname order by attnum), '[]') from pg_index
      join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = pg_class.oid and indisprimary
    ) as key,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'columns', private_names(conrelid, conkey), 'schema', other.relnamespace::regnamespace, 'table', other.relname,
        'keys', private_names(confrelid, confkey)
      ) order by conname), '[]')
      from pg_constraint join pg_class as other on other.oid = confrelid
      where conrelid = pg_class.oid and contype = 'f'
    ) as references,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', conname, 'columns', private_names(conrelid, conkey), 'definition', pg_get_constraintdef(pg_constraint.oid)
      ) order by conname), '[]')
      from pg_constraint where conrelid = pg_class.oid and contype = 'c'
    ) as checks
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in (${listOfSchemas}) and relkind in ('r', 'p', 'v', 'm')
  order by nspname, relname`.replaceAll(
  /private_names\((\w+), (\w+)\)/g,
  `(select coalesce(jsonb_agg(attname order by position), '[]') from unnest($2) with ordinality as part (number, position)
    join pg_attribute on attrelid = $1 and attnum = number)`,
);

const functionsQuery = `
  select nspname as schema, proname as name,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', coalesce(proargnames[position], ''), 'type', format_type(type, null)
      ) order by position), '[]')
      from unnest(proargtypes) with ordinality as parameter (type, position)
    ) as parameters
  from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
  where nspname in ('public', 'private') and prokind = 'f'
  order by nspname, proname`;

/** Reads tables and functions from the catalogue of the database, so that a new one is known without a change. */
export async function readCatalogue(ask: Ask): Promise<Catalogue> {
  return {
    tables: z.array(tableSchema).parse(await ask(tablesQuery)),
    functions: z.array(functionSchema).parse(await ask(functionsQuery)),
  };
}
