import * as fc from 'fast-check';

import type { Catalogue, Column, Table } from './catalogue.ts';
import { markId, markText, type Owner } from './markers.ts';

/** Values that the catalogue does not tell, as SQL, by table and column. A table without a row here needs none. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'public.plans': { offered: 'false' },
  'public.settings': { is_public: 'false' },
  'public.usage_months': { month: "date_trunc('month', now())" },
  // The server works off other events.
  'public.webhook_events': { status: "'processed'" },
};

/** Result of a statement of `run_as_owner`. */
export interface StatementResult {
  readonly rows?: readonly Record<string, unknown>[] | null | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly constraint?: string | undefined;
}

export type Run = (statement: string) => Promise<StatementResult>;

export interface RowsOptions {
  readonly catalogue: Catalogue;
  readonly run: Run;
  /** Id of each account. */
  readonly accounts: ReadonlyMap<Owner, string>;
}

/** Tables whose rows would change the rights of their owner. The accounts that need one get it by name. */
const unfilled: ReadonlySet<string> = new Set(['public.admins', 'private.encryption_keys']);
/** Accounts whose rights depend on rows of the schema `private`. */
const administrators: ReadonlySet<Owner> = new Set(['support', 'reader', 'superAdmin']);

const maxAttempts = 30;

/**
 * Stores a row of each owner in each table of the product, with values that the catalogue allows. A table that refers
 * to no account, not even through other tables, gets one row of nobody.
 * @returns for each table that stays empty, the reason.
 */
export async function addMarkedRows({ catalogue, run, accounts }: RowsOptions): Promise<ReadonlyMap<string, string>> {
  const empty = new Map<string, string>();
  const own = catalogue.tables.filter((table) => table.schema !== 'auth' && !unfilled.has(nameOf(table)));
  for (const table of inOrderOfReferences(own)) {
    const isOwned = belongsToAccount(table, catalogue);
    const people: readonly (readonly [Owner, string | null])[] = isOwned ? [...accounts] : [['nobody', null]];
    for (const [owner, account] of people) {
      if (table.schema === 'private' && administrators.has(owner)) continue;
      const failure = await addRow(table, owner, account);
      if (failure) empty.set(nameOf(table), failure);
    }
  }
  return empty;

  async function addRow(table: Table, owner: Owner, account: string | null): Promise<string | null> {
    const number = catalogue.tables.indexOf(table);
    const values = new Map<string, string>();
    for (const column of table.columns) {
      const value = exceptions[nameOf(table)]?.[column.name] ?? valueOf(column, table, owner, number, account);
      if (value !== null) values.set(column.name, value);
    }
    const tried = new Map<string, number>();
    let failure = '';
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const names = [...values.keys()];
      const row =
        names.length === 0
          ? 'default values'
          : `(${names.map(quoted).join(', ')}) values (${[...values.values()].join(', ')})`;
      const result = await run(`insert into ${nameOf(table)} ${row}`);
      // A trigger has stored the row of this account already.
      if (result.code === undefined || result.code === '23505') return null;
      failure = `${result.code} ${result.message ?? ''}`;
      const check = table.checks.find((each) => each.name === result.constraint);
      const isChanged = check?.columns.some((name) => {
        const column = table.columns.find((each) => each.name === name);
        return column !== undefined && changeValue(column, table, owner, values, tried);
      });
      if (!isChanged) break;
    }
    return failure;
  }

  /** Tries the next value that the checks of a column suggest, then none. @returns false when nothing is left to try. */
  function changeValue(
    column: Column,
    table: Table,
    owner: Owner,
    values: Map<string, string>,
    tried: Map<string, number>,
  ): boolean {
    const turn = tried.get(column.name) ?? 0;
    tried.set(column.name, turn + 1);
    const suggested = suggestionsFor(column, table, markText(owner, catalogue.tables.indexOf(table)))[turn];
    if (suggested !== undefined) values.set(column.name, `'${suggested.replaceAll("'", "''")}'`);
    else if (values.has(column.name) && (column.hasDefault || !column.isRequired)) values.delete(column.name);
    else return false;
    return true;
  }

  function valueOf(column: Column, table: Table, owner: Owner, number: number, account: string | null): string | null {
    if (column.isGenerated) return null;
    const reference = table.references.find(({ columns }) => columns.includes(column.name));
    if (reference) {
      const key = reference.keys[reference.columns.indexOf(column.name)] ?? '';
      if (reference.schema === 'auth') return account === null ? null : `'${account}'`;
      const other = catalogue.tables.findIndex(
        ({ schema, name }) => schema === reference.schema && name === reference.table,
      );
      const found = catalogue.tables[other];
      if (!found || found === table) return null;
      // The row of the same owner comes first, and rows of another owner come last.
      const text = 'to_jsonb(other)::text';
      const mine = `${text} ~ '${markText(owner, other)}|${markId(owner, other)}'`;
      return `(select ${quoted(key)} from ${nameOf(found)} as other order by ${mine} desc, ${text} ~ 'qz|5eed' limit 1)`;
    }
    return plainValue(column, owner, number);
  }
}

/** Returns a value that carries the marker if its type can, or null to leave the column out. */
function plainValue({ type, isRequired, hasDefault, name }: Column, owner: Owner, number: number): string | null {
  const mark = markText(owner, number);
  switch (type) {
    case 'text':
    case 'character varying':
      return `'${mark}'`;
    case 'text[]':
      return `'{${mark}}'`;
    case 'uuid':
      return `'${markId(owner, number, name.length)}'`;
    case 'json':
    case 'jsonb':
      return `'{"note": "${mark}"}'`;
    case 'bytea':
      return `convert_to('${mark}', 'UTF8')`;
    default:
  }
  if (hasDefault || !isRequired) return null;
  switch (type) {
    case 'boolean':
      return 'true';
    case 'date':
    case 'timestamp with time zone':
    case 'timestamp without time zone':
      return 'now()';
    default:
      return `'1'::${type}`;
  }
}

/** Returns values that the checks of a column may want: of another form, named by a check, or matching its pattern. */
function suggestionsFor({ name, type }: Column, { checks }: Table, mark: string): readonly string[] {
  if (/^jsonb?$/.test(type)) return [`["${mark}"]`, '{}', '[]', 'true', '1'];
  if (!/^(text|character varying)$/.test(type)) return [];
  const definitions = checks.filter(({ columns }) => columns.includes(name)).map(({ definition }) => definition);
  const literals = definitions.flatMap((each) => [...each.matchAll(/(~ )?'((?:[^']|'')*)'::text/g)]);
  return [
    ...literals.flatMap(([, isPattern, literal = '']) => (isPattern ? [] : [literal.replaceAll("''", "'")])),
    `${mark}@isola.example`,
    ...literals.flatMap(([, isPattern, literal = '']) => (isPattern ? matching(literal) : [])),
  ];
}

function matching(pattern: string): readonly string[] {
  return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1 });
}

/** Checks whether each row belongs to an account, directly or through the row of another table. */
export function belongsToAccount(table: Table, catalogue: Catalogue, seen: ReadonlySet<Table> = new Set()): boolean {
  return table.references.some(({ schema, table: name }) => {
    if (schema === 'auth') return true;
    const other = catalogue.tables.find((each) => each.schema === schema && each.name === name);
    return other !== undefined && !seen.has(other) && belongsToAccount(other, catalogue, new Set([...seen, table]));
  });
}

function inOrderOfReferences(tables: readonly Table[]): readonly Table[] {
  const ordered: Table[] = [];
  const add = (table: Table, path: readonly Table[]) => {
    if (ordered.includes(table) || path.includes(table)) return;
    for (const { schema, table: name } of table.references) {
      const other = tables.find((each) => each.schema === schema && each.name === name);
      if (other) add(other, [...path, table]);
    }
    ordered.push(table);
  };
  for (const table of tables) add(table, []);
  return ordered;
}

export function nameOf({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${schema}.${quoted(name)}`;
}

function quoted(name: string): string {
  return /^[a-z_]\w*$/.test(name) && name !== 'user' ? name : `"${name}"`;
}
