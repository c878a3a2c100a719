import type { Database } from '../database/open-database.ts';

/** Methods with rows in their body. */
const writingMethods: ReadonlySet<string> = new Set(['POST', 'PATCH']);
const tablePath = /^\/rest\/v1\/(\w+)$/;

/**
 * Creates a function that prepares the bodies of table requests for the library. The library parses every text for a
 * JSON column as JSON: the text `12` would become a number, and most other texts would be refused. The database parses
 * the result once more. Therefore each text is encoded as JSON twice.
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
      // The next request reads the columns again.
      known = undefined;
      throw error;
    });
    const columns = (await known).get(table);
    if (!columns) return request;
    const { url, method, headers, signal } = request;
    return new Request(url, { method, headers, signal, body: withJsonTexts(await request.text(), columns) });
  };
}

/** Encodes texts for JSON columns. A body that is not JSON is returned unchanged, and the library refuses it. */
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
