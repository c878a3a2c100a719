import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import postgres from 'postgres';

/**
 * Creates the ordinary role with the statements that an operator is told to run.
 * @returns the URL with which the role connects to its database.
 */
export async function createOrdinaryRole(superuserUrl: string): Promise<string> {
  const guide = readFileSync(join(import.meta.dirname, '../docs/operate.md'), 'utf8');
  const statements =
    /```sql\n(create role anon[^]*?)```/
      .exec(guide)?.[1]
      ?.split(';')
      .filter((each) => each.trim()) ?? [];
  // The superuser already has the name that the guide gives to the role, so another name is used.
  const name = 'isola_ordinary';
  const superuser = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  for (const statement of statements) await superuser.unsafe(statement.replaceAll(/\bisola\b/g, name));
  // The tests create databases; the server does not.
  await superuser.unsafe(`alter role ${name} createdb password 'ordinary'`);
  await superuser.end();
  return Object.assign(new URL(superuserUrl), { username: name, password: 'ordinary', pathname: `/${name}` }).href;
}
