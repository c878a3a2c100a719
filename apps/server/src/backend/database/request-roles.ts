import type { Database } from './open-database.ts';

/** Roles that requests run as. Hosted projects have the same roles, and the policies refer to them. */
export const requestRoles = ['anon', 'authenticated', 'service_role'] as const;

/** Thrown when the role of `DATABASE_URL` lacks rights. The message contains the statements that grant them. */
export class MissingRightsError extends Error {
  override readonly name = 'MissingRightsError';
}

/**
 * Checks the role that the server connects as to an external PostgreSQL. It must be able to become each role of
 * requests, own the database, and bypass row-level security, which the tables of payments force on their owner as well.
 * It need not be a superuser.
 * @throws {MissingRightsError} when a right is missing.
 */
export async function checkRights({ rows }: Pick<Database, 'rows'>): Promise<void> {
  const [own] = await rows(`
    select quote_ident(current_user) as name, quote_ident(current_database()) as database,
      rolsuper or rolbypassrls as bypasses, pg_has_role(current_user, datdba, 'usage') as is_owner
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`);
  const found = await rows(`
    select rolname as name, rolbypassrls as bypasses,
      pg_has_role(current_user, oid,
        case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end) as is_ours
    from pg_roles where rolname in (${requestRoles.map((role) => `'${role}'`).join(', ')})`);
  const known = new Map(found.map((role) => [role['name'], role]));
  const notOurs = requestRoles.filter((role) => known.get(role)?.['is_ours'] !== true);
  const statements = [
    ...requestRoles.filter((role) => !known.has(role)).map((role) => `create role ${role} nologin${attributeOf(role)}`),
    ...(known.get('service_role')?.['bypasses'] === false ? ['alter role service_role bypassrls'] : []),
    ...(own?.['bypasses'] === true ? [] : [`alter role ${String(own?.['name'])} bypassrls`]),
    ...(notOurs.length > 0 ? [`grant ${notOurs.join(', ')} to ${String(own?.['name'])}`] : []),
    ...(own?.['is_owner'] === true
      ? []
      : [`alter database ${String(own?.['database'])} owner to ${String(own?.['name'])}`]),
  ];
  if (statements.length === 0) return;
  throw new MissingRightsError(
    `The role ${String(own?.['name'])} of DATABASE_URL lacks rights. A superuser grants them once: ${statements.join('; ')};`,
  );
}

/** Returns statements that create missing roles. Roles belong to the whole PostgreSQL server. */
export function createRoles(): string {
  return requestRoles.map(createRole).join('\n');
}

function createRole(role: (typeof requestRoles)[number]): string {
  return `do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin${attributeOf(role)}; end if;
  exception
    when duplicate_object or unique_violation then
      -- Roles belong to the whole server. A process that uses another of its databases has just created this role.
      null;
    when insufficient_privilege then
      -- An ordinary role may not create roles. The check that follows reports what is missing.
      null;
  end $$;`;
}

function attributeOf(role: (typeof requestRoles)[number]): string {
  return role === 'service_role' ? ' bypassrls' : '';
}
