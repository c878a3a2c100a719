import type { Database } from './database.ts';

/** Key of the advisory lock under which servers create the schema: `remove` in ASCII. */
const lockKey = 0x72_65_6d_6f_76_65;

/** Statements in the order in which they are applied. A released one never changes; a change is a new one. */
const migrations: readonly string[] = [
  `create table removal_api.keys (
    sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
    name text not null,
    megapixels_per_minute integer not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  );
  create unique index keys_by_name on removal_api.keys (name) where revoked_at is null;
  create table removal_api.rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );`,
  `create table removal_api.batches (
    id uuid primary key,
    owner text not null,
    client text not null,
    megapixels_per_minute integer not null,
    options jsonb not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index batches_by_owner on removal_api.batches (owner);
  create index batches_by_expiry on removal_api.batches (expires_at);
  create table removal_api.batch_images (
    batch uuid not null references removal_api.batches on delete cascade,
    number integer not null,
    state text not null default 'waiting' check (state in ('waiting', 'active', 'done', 'failed')),
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    url text,
    source bytea,
    megapixels integer,
    result bytea,
    result_headers jsonb,
    error jsonb,
    primary key (batch, number)
  );
  alter table removal_api.batch_images alter column source set storage external;
  alter table removal_api.batch_images alter column result set storage external;
  create index batch_images_unfinished on removal_api.batch_images (created_at) where state in ('waiting', 'active');`,
];

/**
 * Creates the schema `removal_api`, or brings it up to date. Servers that start together wait for each other.
 * @throws when the role may create neither the schema nor tables in it.
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (session) => {
    await session.query(`select pg_advisory_xact_lock(${lockKey})`);
    const [found] = await session.query<{ hasSchema: boolean; hasTable: boolean }>(
      `select to_regnamespace('removal_api') is not null as "hasSchema",
         to_regclass('removal_api.migrations') is not null as "hasTable"`,
    );
    // `if not exists` would need the right to create schemas even for one that exists.
    if (!found?.hasSchema) await session.query('create schema removal_api');
    if (!found?.hasTable) await session.query('create table removal_api.migrations (version integer primary key)');
    const applied = await session.query<{ version: number }>('select version from removal_api.migrations');
    const versions = new Set(applied.map(({ version }) => version));
    for (const [index, statements] of migrations.entries()) {
      if (versions.has(index + 1)) continue;
      await session.query(statements);
      await session.query('insert into removal_api.migrations values ($1)', [index + 1]);
    }
  });
}
