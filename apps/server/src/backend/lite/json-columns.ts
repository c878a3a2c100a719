import type { Database } from '../database/open-database.ts';

/** Methods with rows in their body. */
const writingMethods: ReadonlySet<string> = new Set(['POST', 'PATCH']);
const tablePath = /^\/rest\/v1\/(\w+)$/;

/**
 * Makes ready the bodies of table requests for the library, which takes every text that is written into a JSON column for
 * JSON: the text `12` would arrive as a number, and most other texts would be refused. It reads such a text once, and the
 * database reads what is left; so each text is written as JSON twice.
 */
export function createJsonColumns(rows: Database['rows']): (request: Request) => Promise<Request> {
  let known: Promise<ReadonlyMap<string, ReadonlySet<string>>> | undefined;

  async function readColumns(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const found = await rows(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type in ('json', 'jsonb')`,
    );
    const byTable = Map.groupBy(found, (row) => String(row['table_name']));
    return new Map([...byTable].map(([table, of]) => [table, new Set(of.map((row) => String(row['column_name'])))]));
  }

  return async (request) => {
    const table = tablePath.exec(new URL(request.url).pathname)?.[1];
    if (table === undefined || !writingMethods.has(request.method)) return request;
    known ??= readColumns().catch((error: unknown) => {
      // The next request asks again.
      known = undefined;
      throw error;
    });
    const columns = (await known).get(table);
    if (!columns) return request;
    const { url, method, headers, signal } = request;
    return new Request(url, { method, headers, signal, body: withJsonTexts(await request.text(), columns) });
  };
}

/** @returns the body as it is where it is no JSON, which the library refuses in its own words. */
function withJsonTexts(body: string, columns: ReadonlySet<string>): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body;
  }
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(prepare) : prepare(parsed));

  function prepare(row: unknown): unknown {
    if (row === null || typeof row !== 'object') return row;
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' && columns.has(name) ? JSON.stringify(JSON.stringify(value)) : value,
      ]),
    );
  }
}
