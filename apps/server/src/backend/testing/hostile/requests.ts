import * as fc from 'fast-check';

import { functions as edgeFunctions } from '@isola/supabase/functions';
import type { Catalogue, Column, DatabaseFunction, Table } from './catalogue.ts';
import { type Caller, callers, type World } from './world.ts';

/** Kind of a request, by which the results are counted. */
export type Kind = 'read' | 'insert' | 'upsert' | 'update' | 'delete' | 'function' | 'account' | 'edge' | 'elsewhere';

export interface HostileRequest {
  readonly kind: Kind;
  readonly as: Caller;
  /** Table or function that is asked for. */
  readonly target: string;
  readonly method: string;
  /** Path with its query, as it is sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type Part = Omit<HostileRequest, 'as'>;

/** Functions that only the tests add, whose purpose is to raise any error or to take as long as they are told. */
const disturbing: ReadonlySet<string> = new Set(['raise_as', 'spin']);

/** Texts that parsers, patterns, drivers and types of the database have stumbled over. */
const texts: readonly string[] = [
  '',
  ' ',
  "'",
  '"',
  '""',
  '\\',
  '%',
  '*',
  '*'.repeat(30),
  '_%'.repeat(20),
  "' or 1=1 --",
  "'; drop table profiles; --",
  '$1',
  '$$',
  '\0',
  'a\0b',
  '\u{FFFF}',
  '\u202E\u2066',
  '𝕏🚀'.repeat(10),
  'e\u0301'.repeat(50),
  'null',
  'not.is.null',
  'true',
  'NaN',
  'Infinity',
  '-infinity',
  'infinity',
  'epoch',
  'now',
  'tomorrow',
  '-0',
  '0x10',
  '1e5',
  '1e400',
  '-1e-400',
  '.5',
  '1_000',
  '32768',
  '2147483648',
  '-2147483649',
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(400),
  `1e${'9'.repeat(10)}`,
  '0.' + '1'.repeat(300),
  '294277-01-01',
  '4714-01-01 BC',
  '0000-00-00',
  '2026-02-30',
  '2026-11-24T00:00:00+99:99',
  '2026-11-24 24:00:00.9999999999 Europe/Nowhere',
  '00000000-0000-0000-0000-000000000000',
  '{00000000-0000-0000-0000-000000000000}',
  '00000000-0000-0000-0000-00000000000g',
  '{}',
  '{a,b}',
  '{"a',
  '{{1,2},{3}}',
  '{NULL}',
  '[1',
  '[1,2)',
  '{"a":1}',
  '{"a":{"b":[1,2,{"c":null}]}}',
  '"text"',
  '(',
  ')',
  '()',
  '(a,b)',
  '("a","b',
  '((((((((((',
  ',,,,',
  '..',
  '->>',
  '::regclass',
  'auth.users',
  'private.mail_links',
  'pg_catalog.pg_authid',
  'pg_sleep(10)',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '((a?){1,20}){1,40}z',
  '(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '../../etc/passwd',
  '%2e%2e%2f',
  'a\r\nset-cookie: a=b',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'javascript:alert(1)',
  'x'.repeat(255),
  'x'.repeat(3_000),
  'ß'.repeat(1_000),
  "ａｄｍｉｎ'",
];

const types = [
  'text',
  'int',
  'bigint',
  'numeric',
  'uuid',
  'jsonb',
  'bytea',
  'date',
  'timestamptz',
  'boolean',
  'text[]',
  'regclass',
  'regrole',
  'xml',
  'money',
  'inet',
  'record',
  'nowhere',
  'name',
  'interval',
];

const operators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'is',
  'in',
  'cs',
  'not.eq',
  'not.in',
  'not.is',
  'not.like',
  'not.cs',
  // The server refuses these.
  'cd',
  'ov',
  'match',
  'imatch',
  'fts',
  'plfts(english)',
  'phfts',
  'wfts',
  'sl',
  'adj',
  'isdistinct',
  'eq(any)',
  'like(all)',
  'nonsense',
  '',
];

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
);

/** JSON of any shape, also as deep and as long as the limits allow. */
const json: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    0.1,
    1e308,
    -1e-308,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    [],
    {},
    [null],
    [[]],
    [{}],
    { constructor: 1 },
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index])),
    Array.from({ length: 500 }, () => 1),
    Array.from({ length: 500 }, () => null),
    'x'.repeat(7_000),
    nested(10),
    nested(60),
    nested(200),
  ),
  text,
  fc.double(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(Number),
  fc.array(text, { maxLength: 4 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Bodies that are no rows: other JSON, broken JSON, or none. */
const strangeBodies: readonly (string | null)[] = [
  null,
  '',
  ' ',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{},null]',
  '[1,2]',
  '{',
  '{"a":',
  '[{"id":1},{"other":2}]',
  '{"a":1e400}',
  '{"a":1,"a":2}',
  '{"__proto__":{"role":"service_role"}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '\uFEFF{}',
  'a=1&b=2',
  '<a/>',
  '[' + '{},'.repeat(9) + '{}]',
  '[' + '{},'.repeat(500) + '{}]',
  '['.repeat(5_000),
  `{"a":"${'x'.repeat(40_000)}"}`,
];

/**
 * Creates requests to tables and functions of a database, and to the routes next to them.
 * @param only table or function, such as `public.payments`, that all requests are for, or `account` for the routes of
 *   accounts. By default they are for all.
 */
export function hostileRequests(world: World, only?: string): fc.Arbitrary<HostileRequest> {
  const { catalogue, stored } = world;
  const isMeant = ({ schema, name }: Table | DatabaseFunction) => only === undefined || `${schema}.${name}` === only;
  const tables = catalogue.tables.filter(isMeant);
  const called = catalogue.functions.filter((each) => isMeant(each) && !disturbing.has(each.name));
  const parts = [
    ...(tables.length > 0
      ? [
          { weight: 8, arbitrary: targetsOf(tables).chain((table) => read(table, catalogue, stored)) },
          { weight: 6, arbitrary: targetsOf(tables).chain((table) => write(table, stored)) },
        ]
      : []),
    ...(called.length > 0 ? [{ weight: 8, arbitrary: targetsOf(called).chain((each) => call(each, stored)) }] : []),
    ...(only === undefined || only === 'account' ? [{ weight: 2, arbitrary: account(world) }] : []),
    ...(only === undefined
      ? [
          { weight: 2, arbitrary: edge(stored) },
          { weight: 1, arbitrary: elsewhere() },
        ]
      : []),
  ];
  if (parts.length === 0) throw new Error(`There is no table or function ${only}`);
  return withCaller(fc.oneof(...parts));
}

/** Creates reads only, which any order and repetition leaves without a trace. */
export function hostileReads({ catalogue, stored }: World, as: fc.Arbitrary<Caller>): fc.Arbitrary<HostileRequest> {
  const reading = catalogue.functions.filter(({ schema, name }) => schema === 'public' && /^(my_|has_|is_)/.test(name));
  return withCaller(
    fc.oneof(
      { weight: 5, arbitrary: targetsOf(catalogue.tables).chain((table) => read(table, catalogue, stored)) },
      { weight: 1, arbitrary: fc.constantFrom(...reading).chain((each) => call(each, stored)) },
    ),
    as,
  );
}

/** Returns one plain request of each caller for each table with each verb, and for each function. */
export function everyTarget({ catalogue, stored }: World, seed: number): readonly HostileRequest[] {
  const parts = [
    ...catalogue.tables.flatMap((table) => [
      read(table, catalogue, stored),
      ...(['insert', 'upsert', 'update', 'delete'] as const).map((kind) => write(table, stored, kind)),
    ]),
    ...catalogue.functions.filter(({ name }) => !disturbing.has(name)).map((each) => call(each, stored)),
  ];
  return parts.flatMap((part, index) =>
    callers.flatMap((as, turn) =>
      fc.sample(part, { seed: seed + index * callers.length + turn, numRuns: 1 }).map((each) => ({ ...each, as })),
    ),
  );
}

function withCaller(
  part: fc.Arbitrary<Part>,
  as: fc.Arbitrary<Caller> = fc.constantFrom(...callers),
): fc.Arbitrary<HostileRequest> {
  return fc.tuple(as, part).map(([caller, each]) => ({ ...each, as: caller }));
}

/** Chooses those of the served schema more often. */
function targetsOf<T extends Table | DatabaseFunction>(all: readonly T[]): fc.Arbitrary<T> {
  const served = all.filter(({ schema }) => schema === 'public');
  const others = all.filter(({ schema }) => schema !== 'public');
  return fc.oneof(
    ...[
      { weight: 6, among: served },
      { weight: 1, among: others },
    ]
      .filter(({ among }) => among.length > 0)
      .map(({ weight, among }) => ({ weight, arbitrary: fc.constantFrom(...among) })),
  );
}

type Stored = World['stored'];

/** Values for a column: what is stored there, which somebody else may own, and what belongs into no column. */
function valuesFor(table: Table, column: Column, stored: Stored): fc.Arbitrary<string> {
  const known = stored.get(`${table.schema}.${table.name}.${column.name}`) ?? [];
  return known.length === 0
    ? text
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 2, arbitrary: text });
}

function filter(table: Table, stored: Stored, prefix = ''): fc.Arbitrary<readonly [string, string]> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .constantFrom(...table.columns)
        .chain((column) =>
          fc.tuple(
            fc.constantFrom('', '', '', '->a', '->>a', '->0->>b', '::text'),
            fc.oneof(
              { weight: 3, arbitrary: fc.constant('eq') },
              { weight: 4, arbitrary: fc.constantFrom(...operators) },
            ),
            valuesFor(table, column, stored),
            fc.constant(column),
          ),
        )
        .map(
          ([path, operator, value, { name }]) =>
            [prefix + name + path, `${operator}.${operator.endsWith('in') ? `(${value})` : value}`] as const,
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('or', 'and', 'not.or', 'not.and'), conditions(table, stored, 3))
        .map(([name, value]) => [prefix + name, value] as const),
    },
    { weight: 1, arbitrary: fc.tuple(text, text) },
  );
}

function conditions(table: Table, stored: Stored, depth: number): fc.Arbitrary<string> {
  const leaf = fc
    .constantFrom(...table.columns)
    .chain((column) =>
      fc.tuple(fc.constant(column), fc.constantFrom(...operators), valuesFor(table, column, stored), fc.boolean()),
    )
    .map(
      ([{ name }, operator, value, isQuoted]) =>
        `${name}.${operator}.${operator.endsWith('in') ? `(${value})` : isQuoted ? `"${value}"` : value}`,
    );
  const branch =
    depth === 0
      ? leaf
      : fc.oneof(
          { weight: 3, arbitrary: leaf },
          {
            weight: 1,
            arbitrary: fc
              .tuple(fc.constantFrom('or', 'and', 'not.and'), fc.constant(depth))
              .chain(([name]) => conditions(table, stored, depth - 1).map((inner) => name + inner)),
          },
        );
  return fc.array(branch, { minLength: 0, maxLength: 4 }).map((parts) => `(${parts.join()})`);
}

function selection(table: Table, catalogue: Catalogue): fc.Arbitrary<string> {
  const related = relatedTo(table, catalogue);
  const column = fc.constantFrom(...table.columns.map(({ name }) => name));
  const plain = fc.oneof(
    { weight: 4, arbitrary: fc.constant('*') },
    { weight: 4, arbitrary: column },
    { weight: 1, arbitrary: fc.tuple(column, fc.constantFrom(...types)).map(([name, type]) => `${name}::${type}`) },
    { weight: 1, arbitrary: column.map((name) => `alias:${name}`) },
    { weight: 1, arbitrary: column.map((name) => `${name}->a->>b`) },
    { weight: 1, arbitrary: column.map((name) => `${name}.sum()`) },
    { weight: 1, arbitrary: fc.constantFrom('count()', 'ctid', 'xmin', 'tableoid', 'oid', '"*"', table.name) },
    { weight: 1, arbitrary: text },
  );
  const embedded =
    related.length === 0
      ? plain
      : fc
          .tuple(
            fc.constantFrom('', '', 'alias:', '...'),
            fc.constantFrom(...related),
            fc.constantFrom('', '', '!inner', '!left', '!nowhere'),
            fc.constantFrom('*', 'count', 'count()', 'id,*', '', 'users(*)', 'profiles(*),plans(*)'),
          )
          .map(([before, { name }, hint, inner]) => `${before}${name}${hint}(${inner})`);
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: embedded }), { maxLength: 4 })
    .map((parts) => parts.join());
}

/** Returns the tables that refer to a table or that it refers to. */
function relatedTo(table: Table, { tables }: Catalogue): readonly Table[] {
  return tables.filter(
    (other) =>
      other !== table &&
      (other.references.some((each) => each.table === table.name) ||
        table.references.some((each) => each.table === other.name)),
  );
}

function pathOf(table: Table): string {
  return `/rest/v1/${table.schema === 'public' ? table.name : nameInPath(table)}`;
}

/** Names a table of another schema as a client might try. */
function nameInPath({ schema, name }: Table): string {
  return name.length % 2 === 0 ? name : `${schema}.${name}`;
}

/** Headers that choose the schema of a table which is not served. */
function profileOf({ schema }: { readonly schema: string }): Readonly<Record<string, string>> {
  return schema === 'public' ? {} : { 'accept-profile': schema, 'content-profile': schema };
}

function read(table: Table, catalogue: Catalogue, stored: Stored): fc.Arbitrary<Part> {
  return fc.oneof(wellFormedRead(table, catalogue, stored), oddRead(table, catalogue, stored));
}

/** Creates reads that the server accepts, so that only privileges and policies decide what they return. */
function wellFormedRead(table: Table, catalogue: Catalogue, stored: Stored): fc.Arbitrary<Part> {
  const names = table.columns.map(({ name }) => name);
  const related = relatedTo(table, catalogue);
  const embedded = related.map(({ name }) => `${name}(*)`);
  return fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
      select: fc.oneof(
        fc.constant(''),
        fc.constant('*'),
        fc.subarray(names, { minLength: 1 }).map((columns) => columns.join()),
        ...(embedded.length > 0
          ? [
              fc
                .subarray(embedded, { minLength: 1, maxLength: Math.min(2, embedded.length) })
                .map((each) => `*,${each.join()}`),
            ]
          : []),
      ),
      filter: maybe(1, wellFormedFilter(table, stored)),
      order: maybe(1, fc.constantFrom(...names.flatMap((name) => [name, `${name}.desc`]))),
      limit: maybe(1, fc.constantFrom('1', '1000')),
      prefer: fc.constantFrom('', 'count=exact', 'count=planned', 'count=estimated'),
    })
    .map(({ method, select, filter: condition, order, limit, prefer }) => ({
      kind: 'read' as const,
      target: `${table.schema}.${table.name}`,
      method,
      path: withQuery(pathOf(table), [
        ...(select === '' ? [] : [['select', select] as const]),
        ...(condition ? [condition] : []),
        ...(order === undefined ? [] : [['order', order] as const]),
        ...(limit === undefined ? [] : [['limit', limit] as const]),
      ]),
      headers: { ...profileOf(table), ...(prefer && { prefer }) },
      body: null,
    }));
}

/** Compares a column with a value that is stored in it. */
function wellFormedFilter(table: Table, stored: Stored): fc.Arbitrary<readonly [string, string]> {
  return fc.constantFrom(...table.columns).chain((column) => {
    const known = stored.get(`${table.schema}.${table.name}.${column.name}`) ?? [];
    const comparison =
      known.length === 0 || /json|\[\]$|bytea/.test(column.type)
        ? fc.constantFrom('is.null', 'not.is.null')
        : fc
            .tuple(fc.constantFrom('eq', 'neq', 'gt', 'lte', 'not.eq'), fc.constantFrom(...known))
            .map((parts) => parts.join('.'));
    return comparison.map((value) => [column.name, value] as const);
  });
}

/** Creates reads of which most are refused: operators, patterns, paths and headers that are not offered. */
function oddRead(table: Table, catalogue: Catalogue, stored: Stored): fc.Arbitrary<Part> {
  const orders = fc
    .constantFrom(...table.columns)
    .chain(({ name }) =>
      fc.constantFrom(name, `${name}.desc`, `${name}.desc.nullsfirst`, `${name}->a.asc`, '1', 'random()'),
    );
  const limits = fc.constantFrom('0', '1', '1000', '1001', '-1', '99999999999999999999', 'all', 'null', '1e3');
  return fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
      select: maybe(5, selection(table, catalogue)),
      filters: fc.array(filter(table, stored), { maxLength: 3 }),
      order: maybe(3, orders),
      limit: maybe(3, limits),
      offset: maybe(6, limits),
      range: maybe(4, fc.constantFrom('0-0', '0-999', '5-1', '-', '0-', 'items=0-5', '100000-101000', '0-99999999999')),
      prefer: maybe(
        2,
        fc.constantFrom(
          'count=exact',
          'count=planned',
          'count=estimated',
          'handling=strict, count=exact',
          'tx=rollback',
          'timezone=Mars/Base',
          'max-affected=-1',
          'handling=strict, nonsense=1',
        ),
      ),
      accept: maybe(
        3,
        fc.constantFrom(
          'text/csv',
          'application/vnd.pgrst.object+json',
          'application/vnd.pgrst.array+json;nulls=stripped',
          'application/vnd.pgrst.plan+json; options=analyze|verbose|buffers',
          'application/geo+json',
          'application/octet-stream',
          'image/png',
          '*/*;q=0.1',
        ),
      ),
    })
    .map(({ method, select, filters, order, limit, offset, range, prefer, accept }) => ({
      kind: 'read' as const,
      target: `${table.schema}.${table.name}`,
      method,
      path: withQuery(pathOf(table), [
        ...(select === undefined ? [] : [['select', select] as const]),
        ...filters,
        ...(order === undefined ? [] : [['order', order] as const]),
        ...(limit === undefined ? [] : [['limit', limit] as const]),
        ...(offset === undefined ? [] : [['offset', offset] as const]),
      ]),
      headers: {
        ...profileOf(table),
        ...(range !== undefined && { range, 'range-unit': 'items' }),
        ...(prefer !== undefined && { prefer }),
        ...(accept !== undefined && { accept }),
      },
      body: null,
    }));
}

/** Returns a value of a column's own type: one that is stored there, or null. */
function storedValue(table: Table, column: Column, stored: Stored): fc.Arbitrary<unknown> {
  const known = stored.get(`${table.schema}.${table.name}.${column.name}`) ?? [];
  return known.length === 0 ? fc.constant(null) : fc.constantFrom(...known);
}

function write(table: Table, stored: Stored, only?: 'insert' | 'upsert' | 'update' | 'delete'): fc.Arbitrary<Part> {
  const kinds = only === undefined ? fc.constantFrom('insert', 'upsert', 'update', 'delete') : fc.constant(only);
  const row = fc
    .subarray([...table.columns], { minLength: 0 })
    .chain((columns) =>
      fc.tuple(
        fc.constant(columns),
        fc.tuple(
          ...columns.map((column) =>
            fc.oneof({ weight: 4, arbitrary: valuesFor(table, column, stored) }, { weight: 1, arbitrary: json }),
          ),
        ),
      ),
    )
    .map(([columns, values]) => Object.fromEntries(columns.map(({ name }, index) => [name, values[index]])));
  // A row as the database would store it, which a filter or a policy has to refuse.
  const wellFormed = fc
    .subarray([...table.columns], { minLength: 1 })
    .chain((columns) =>
      fc
        .tuple(...columns.map((column) => storedValue(table, column, stored)))
        .map((values) => Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]))),
    );
  const body = fc.oneof(
    { weight: 5, arbitrary: wellFormed.map((each) => JSON.stringify(each)) },
    { weight: 3, arbitrary: row.map((each) => JSON.stringify(each)) },
    { weight: 2, arbitrary: fc.array(row, { minLength: 1, maxLength: 11 }).map((rows) => JSON.stringify(rows)) },
    { weight: 1, arbitrary: fc.constantFrom(...strangeBodies) },
  );
  return fc
    .record({
      kind: kinds,
      body,
      filters: fc.oneof(
        fc.constant([]),
        wellFormedFilter(table, stored).map((each) => [each]),
        fc.array(filter(table, stored), { maxLength: 2 }),
      ),
      representation: fc.constantFrom('return=representation', 'return=minimal', 'return=headers-only', ''),
      resolution: fc.constantFrom('resolution=merge-duplicates', 'resolution=ignore-duplicates'),
      columns: maybe(
        1,
        fc.subarray(table.columns.map(({ name }) => name)).map((names) => names.join()),
      ),
      conflict: maybe(1, fc.constantFrom(...table.columns.map(({ name }) => name), 'nowhere', "a'")),
      type: maybe(12, fc.constantFrom('text/csv', 'application/x-www-form-urlencoded', 'application/xml', '')),
    })
    .map((given) => ({
      kind: given.kind,
      target: `${table.schema}.${table.name}`,
      method: { insert: 'POST', upsert: 'POST', update: 'PATCH', delete: 'DELETE' }[given.kind],
      path: withQuery(pathOf(table), [
        ...(given.kind === 'update' || given.kind === 'delete' ? given.filters : []),
        ...(given.columns !== undefined && given.kind !== 'delete' ? [['columns', given.columns] as const] : []),
        ...(given.conflict !== undefined && given.kind === 'upsert' ? [['on_conflict', given.conflict] as const] : []),
      ]),
      headers: {
        ...profileOf(table),
        'content-type': given.type ?? 'application/json',
        prefer: [given.representation, ...(given.kind === 'upsert' ? [given.resolution] : [])].filter(Boolean).join(),
      },
      body: given.kind === 'delete' ? null : given.body,
    }));
}

/** Other spellings of the folder of functions, which a check could take for a table. */
const functionFolders = ['/rest/v1/%72pc/', '/rest/v1/rpc%2F', '/rest/v1/rpc%5C', '/%72est/v1/rpc/', '/rest/v1/RPC/'];

function call(each: DatabaseFunction, stored: Stored): fc.Arbitrary<Part> {
  const all = [...stored.values()].flat();
  const known = fc.constantFrom(...(all.length > 0 ? all : ['']));
  const argument = (type: string): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 3, arbitrary: fitting(type, known) },
      { weight: 1, arbitrary: known },
      { weight: 2, arbitrary: json },
    );
  const given = fc
    .record(Object.fromEntries(each.parameters.map(({ name, type }) => [name, argument(type)])), { requiredKeys: [] })
    .map((values) => JSON.stringify(values));
  const complete = fc
    .record(Object.fromEntries(each.parameters.map(({ name, type }) => [name, argument(type)])))
    .map((values) => JSON.stringify(values));
  return fc
    .record({
      body: fc.oneof(
        { weight: 5, arbitrary: complete },
        { weight: 2, arbitrary: given },
        { weight: 1, arbitrary: fc.constantFrom(...strangeBodies) },
        { weight: 1, arbitrary: fc.dictionary(text, json, { maxKeys: 4 }).map((values) => JSON.stringify(values)) },
      ),
      query: maybe(
        6,
        fc.oneof(
          fc.tuple(fc.constantFrom('select', 'limit', 'order', 'offset', 'a'), text),
          fc.constantFrom(['select', `${each.name}::integer`] as const, [each.name, 'neq.confirmed'] as const),
        ),
      ),
      folder: fc.oneof({ weight: 5, arbitrary: fc.constant('/rest/v1/rpc/') }, fc.constantFrom(...functionFolders)),
      prefer: fc.constantFrom('', '', 'count=exact', 'params=single-object', 'return=minimal'),
      accept: maybe(6, fc.constantFrom('application/vnd.pgrst.object+json', 'text/csv', 'application/octet-stream')),
    })
    .map(({ body, query, folder, prefer, accept }) => ({
      kind: 'function' as const,
      target: `${each.schema}.${each.name}`,
      method: 'POST',
      path: withQuery(folder + each.name, query ? [query] : []),
      headers: {
        ...profileOf(each),
        'content-type': 'application/json',
        ...(prefer && { prefer }),
        ...(accept !== undefined && { accept }),
      },
      body,
    }));
}

/** Values of a parameter's own type, also at the ends of its range. */
function fitting(type: string, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  switch (type) {
    case 'integer':
    case 'smallint':
      return fc.constantFrom<unknown>(0, 1, -1, 30, 2_147_483_647, -2_147_483_648, '7');
    case 'bigint':
      return fc.constantFrom<unknown>(0, 1, -1, '9223372036854775807', '-9223372036854775808', 12);
    case 'numeric':
    case 'double precision':
      return fc.constantFrom<unknown>(0, 1, -1, 30, 1e6, 1e308, 'NaN', 'Infinity', '-Infinity', 0.000_000_1);
    case 'boolean':
      return fc.boolean();
    case 'uuid':
      return fc.oneof(known, fc.uuid());
    case 'uuid[]':
      return fc.oneof(
        fc.array(fc.uuid(), { maxLength: 5 }),
        fc.constant(Array.from({ length: 800 }, () => '00000000-0000-4000-8000-000000000000')),
      );
    case 'text[]':
      return fc.array(fc.oneof(known, text), { maxLength: 10 });
    case 'date':
      return fc.constantFrom('2026-11-24', '0001-01-01', '5874897-12-31', 'infinity', '-infinity', 'today');
    case 'timestamp with time zone':
      return fc.constantFrom('2027-01-01T00:00:00Z', 'infinity', '-infinity', '294276-12-31T23:59:59Z', 'now');
    case 'json':
    case 'jsonb':
      return json;
    default:
      return fc.oneof(known, text);
  }
}

const accountRoutes: readonly (readonly [method: string, path: string])[] = [
  ['POST', 'signup'],
  ['POST', 'token?grant_type=password'],
  ['POST', 'token?grant_type=refresh_token'],
  ['POST', 'token?grant_type=pkce'],
  ['POST', 'token?grant_type=id_token'],
  ['POST', 'token'],
  ['POST', 'recover'],
  ['POST', 'otp'],
  ['POST', 'resend'],
  ['POST', 'verify'],
  ['GET', 'verify?token=pkce_1&type=signup&redirect_to=https://evil.example'],
  ['POST', 'link'],
  ['PUT', 'user'],
  ['GET', 'user'],
  ['GET', 'settings'],
  ['GET', 'authorize?provider=github'],
  ['GET', 'admin/users'],
  ['POST', 'admin/users'],
  ['POST', 'admin/generate_link'],
  ['POST', 'invite'],
  ['POST', 'factors'],
  ['GET', 'sso/saml/metadata'],
  ['GET', '.well-known/jwks.json'],
  ['GET', '%2e%2e/rest/v1/profiles'],
];

function account({ stored }: World): fc.Arbitrary<Part> {
  const emails = [...(stored.get('auth.users.email') ?? []), 'nobody@isola.example'];
  const value = fc.oneof(fc.constantFrom(...emails), json);
  const fields = {
    email: value,
    password: value,
    token: value,
    token_hash: value,
    type: fc.oneof(fc.constantFrom('signup', 'recovery', 'magiclink', 'email_change', 'email'), json),
    refresh_token: fc.oneof(fc.constantFrom(...(stored.get('auth.refresh_tokens.token') ?? ['a']).map(reversed)), json),
    code_challenge: value,
    code_challenge_method: value,
    code_verifier: value,
    data: json,
    app_metadata: json,
    role: fc.constant('service_role'),
    user_id: value,
  };
  return fc
    .record({
      route: fc.constantFrom(...accountRoutes),
      body: fc.oneof(
        { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }).map((each) => JSON.stringify(each)) },
        // Routes that send emails accept this one.
        { weight: 1, arbitrary: fc.constantFrom(...emails).map((email) => JSON.stringify({ email })) },
        { weight: 1, arbitrary: fc.constantFrom(...strangeBodies) },
      ),
    })
    .map(({ route: [method, path], body }) => ({
      kind: 'account' as const,
      target: `${method} ${path.replace(/\?.*/, '')}`,
      method,
      path: `/auth/v1/${path}`,
      headers: { 'content-type': 'application/json' },
      body: method === 'GET' ? null : body,
    }));
}

function edge(stored: Stored): fc.Arbitrary<Part> {
  const all = [...stored.values()].flat();
  const known = fc.constantFrom(...(all.length > 0 ? all : ['']));
  const value = fc.oneof(known, json);
  const names = ['text', 'email', 'language', 'page', 'token', 'words', 'aspect', 'seed', 'count', 'key', 'plan'];
  const more = ['currency', 'return_path', 'action', 'id', 'type', 'password', 'url', 'member', 'provider', 'data'];
  const fields = Object.fromEntries([...names, ...more].map((name) => [name, value]));
  return fc
    .record({
      // The web and a payment provider are outside of this machine.
      name: fc.constantFrom(
        ...Object.keys(edgeFunctions).filter((name) => name !== 'image-proxy' && name !== 'notify-search-engines'),
        'payment-webhook/stripe',
        'payment-webhook/nowhere',
        'payment-webhook/retry',
        '__proto__',
        'constructor',
      ),
      method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE'),
      body: fc.oneof(
        { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }).map((each) => JSON.stringify(each)) },
        { weight: 1, arbitrary: fc.constantFrom(...strangeBodies) },
      ),
    })
    .map(({ name, method, body }) => ({
      kind: 'edge' as const,
      target: name,
      method,
      path: `/functions/v1/${name}`,
      headers: { 'content-type': 'application/json' },
      body: method === 'GET' ? null : body,
    }));
}

const otherPaths = [
  '/storage/v1/object/public/avatars/../../secrets.json',
  '/storage/v1/bucket',
  '/realtime/v1/websocket',
  '/graphql/v1',
  '/pg/query',
  '/_system/info',
  '/_internal/readiness',
  '/rest/v1/',
  '/rest/v1',
  '/rest/v1/rpc/',
  '/rest/v1/rpc/a/b',
  '/rest/v1/profiles/1',
  '/rest/v1//profiles',
  '/rest/v1/%00',
  '/rest/v1/%ff',
  '/rest/v1/profiles%00',
  '/rest/v1/rpc/%ff',
  '/functions/v1/%00',
  '/auth/v1/%ff',
  '/%ff',
  '/%00',
  '/..%2f..%2fetc%2fpasswd',
  '/rest/v1/profiles?select=%ff',
  '/rest/v1/profiles?%ff=eq.1',
];

function elsewhere(): fc.Arbitrary<Part> {
  return fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
      path: fc.constantFrom(...otherPaths),
      origin: maybe(5, fc.constantFrom('https://evil.example', 'null')),
    })
    .map(({ method, path, origin }) => ({
      kind: 'elsewhere' as const,
      target: path.replace(/\?.*/, ''),
      method,
      path,
      headers: origin === undefined ? {} : { origin },
      body: method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? null : '{}',
    }));
}

/** Creates a value or undefined, which is `absent` times as frequent. */
function maybe<T>(absent: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: absent, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

function withQuery(path: string, parameters: readonly (readonly [string, string])[]): string {
  const query = parameters
    .map((each) => each.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
    .join('&');
  return query === '' ? path : `${path}?${query}`;
}

function reversed(token: string): string {
  return Array.from(token).toReversed().join('');
}

function nested(depth: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
