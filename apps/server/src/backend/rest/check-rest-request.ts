/** Path of a table, a function or the description of the API. No name needs an escape. */
const pathForm = /^\/rest\/v1\/(rpc\/)?\w*$/;

/**
 * Methods that PostgREST clients use for tables. Functions are called only by POST, with their arguments in the body
 * and without filters.
 */
const tableMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);
const functionMethods: ReadonlySet<string> = new Set(['POST', 'OPTIONS']);

/**
 * Comparisons that a filter may use. Regular expressions (`match`, `imatch`) are excluded because their time can grow
 * exponentially with the pattern. Full-text search, ranges and quantifiers are excluded because the product does not
 * use them.
 */
const comparison = /^(?:not\.)?(eq|neq|gt|gte|lt|lte|is|in|like|ilike|cs)\.(.*)$/s;
/** Column with an optional path into its JSON. Quotes are not allowed, so that it can be read in one way only. */
const column = /^[a-z_]\w*(?:->>?\w+)*$/i;
/** Names of embedded tables before `and`, `or`, or a column. Matches an empty text for the table itself. */
const embedPrefix = /^(?:[a-z_]\w*\.){0,2}/i;

const maxUrlCharacters = 4_096;
const maxParameters = 40;
const maxDepth = 4;
const maxConditions = 40;
const maxListItems = 200;
const maxPatternCharacters = 200;
const maxWildcards = 4;
const maxSelectCharacters = 2_000;
const maxEmbeddings = 6;
const maxOrderColumns = 6;
const maxRows = 1_000;
const maxOffset = 100_000;
const maxBodyDepth = 64;

export interface RestRefusal {
  readonly status: 400 | 405 | 414 | 415;
  readonly message: string;
}

/**
 * Refuses requests to `/rest/v1` whose cost is not known to be bounded. The accepted requests are a strict part of
 * PostgREST's grammar that can be read in one way only.
 * @returns the refusal, or null when the request is accepted.
 * @see https://docs.postgrest.org/en/stable/references/api/tables_views.html
 */
export function checkRestRequest({
  method,
  url,
  headers,
}: Pick<Request, 'method' | 'url' | 'headers'>): RestRefusal | null {
  const { pathname, search, searchParams } = new URL(url);
  // The library decodes the path. With an escape, a function could look like a table here.
  const path = pathForm.exec(pathname);
  if (!path) return { status: 400, message: 'The path is not valid' };
  const isFunction = path[1] !== undefined;
  if (!(isFunction ? functionMethods : tableMethods).has(method)) return { status: 405, message: 'Method not allowed' };
  if (pathname.length + search.length > maxUrlCharacters) return { status: 414, message: 'The URL is too long' };
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && type !== '' && type !== 'application/json') {
    return { status: 415, message: 'The body must be application/json' };
  }
  const range = headers.get('range');
  if (range !== null && !isRange(range)) return invalid('Range', range);
  const parameters = [...searchParams];
  if (parameters.length > maxParameters) return { status: 400, message: 'There are too many parameters' };
  // A filter or a cast of the result could make the database roll back the call of a function for one outcome only, and
  // with it the count of wrong passwords or codes.
  const wrong = parameters.find(([name, value]) => (isFunction ? name !== 'apikey' : !isParameter(name, value)));
  return wrong ? invalid(...wrong) : null;
}

/**
 * Refuses bodies that are nested so deeply that encoding them as JSON again would overflow the stack, and bodies with
 * more rows than a caller may write at once.
 * @param body JSON. Any other text is accepted here and refused by the library.
 * @param maxWrittenRows largest number of rows. There is no limit by default.
 */
export function checkRestBody(body: string, maxWrittenRows = Infinity): RestRefusal | null {
  let depth = 0;
  let isText = false;
  // A single pass takes linear time. A regular expression for texts would start again at each quote of an endless text.
  for (let index = 0; index < body.length; index += 1) {
    const character = body[index];
    if (isText && character === '\\') index += 1;
    else if (character === '"') isText = !isText;
    else if (!isText && (character === '[' || character === '{')) depth += 1;
    else if (!isText && (character === ']' || character === '}')) depth -= 1;
    if (depth > maxBodyDepth) return { status: 400, message: 'The body is nested too deeply' };
  }
  if (maxWrittenRows < Infinity && rowsIn(body) > maxWrittenRows) {
    return { status: 400, message: `A request writes ${maxWrittenRows} rows at most` };
  }
  return null;
}

/**
 * Checks that the body of a write to a table holds rows. The library would look for the columns of `columns` in a number
 * or a text, and fail. It refuses a body that is not JSON itself.
 * @returns the refusal, or null when the body may be passed on.
 */
export function checkRows(body: string): RestRefusal | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const rows: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const isEachRow = rows.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
  return isEachRow ? null : { status: 400, message: 'The body is neither a row nor a list of rows' };
}

function rowsIn(body: string): number {
  try {
    const rows: unknown = JSON.parse(body);
    return Array.isArray(rows) ? rows.length : 1;
  } catch {
    return 1;
  }
}

/** Checks the escapes of a path, which the library would decode without a check. */
function isParameter(name: string, value: string): boolean {
  const local = name.replace(embedPrefix, '');
  switch (name) {
    case 'apikey':
      return true;
    case 'select':
    case 'columns':
    case 'on_conflict':
      return isSelection(value);
    default:
  }
  switch (local) {
    case 'order':
      return value.length <= maxPatternCharacters && value.split(',').length <= maxOrderColumns;
    case 'limit':
      return isNumberUpTo(value, maxRows);
    case 'offset':
      return isNumberUpTo(value, maxOffset);
    case 'and':
    case 'or':
      return isCondition(local + value);
    default:
      return column.test(local) && isComparison(value);
  }
}

/** Checks a list of columns. Embedded tables are in parentheses and may be nested two levels deep. */
function isSelection(text: string): boolean {
  if (text.length > maxSelectCharacters) return false;
  let depth = 0;
  let embeddings = 0;
  for (const character of text) {
    if (character === '(') {
      depth += 1;
      embeddings += 1;
    } else if (character === ')') depth -= 1;
    if (depth < 0 || depth > 2) return false;
  }
  return depth === 0 && embeddings <= maxEmbeddings;
}

function isRange(text: string): boolean {
  const [, first = '', last = first] = /^(?:items=)?(\d{1,9})-(\d{1,9})?$/.exec(text) ?? [];
  return isNumberUpTo(first, maxOffset) && isNumberUpTo(last, maxOffset + maxRows);
}

function isNumberUpTo(text: string, max: number): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) <= max;
}

/** Checks a comparison that is a parameter by itself: everything after the operator is the value. */
function isComparison(text: string): boolean {
  const [, operator, value = ''] = comparison.exec(text) ?? [];
  return operator !== undefined && isOperand(operator, value);
}

function isOperand(operator: string, value: string): boolean {
  switch (operator) {
    case 'in':
      return /^\(.*\)$/s.test(value) && value.split(',').length <= maxListItems;
    case 'like':
    case 'ilike':
      return value.length <= maxPatternCharacters && (value.match(/[*%]/g)?.length ?? 0) <= maxWildcards;
    case 'is':
      return /^(null|not_null|true|false|unknown)$/i.test(value);
    default:
      return true;
  }
}

/** Checks a tree of conditions such as `or(id.eq.1,and(body.like.a*,not.or(…)))`. */
function isCondition(text: string): boolean {
  let position = 0;
  let conditions = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = new RegExp(pattern, 'ys' + (pattern.ignoreCase ? 'i' : ''));
    found.lastIndex = position;
    const match = found.exec(text);
    if (match) position = found.lastIndex;
    return match;
  };
  const isTree = (depth: number): boolean => {
    if (depth > maxDepth || !take(/\(/)) return false;
    do {
      conditions += 1;
      if (conditions > maxConditions || !isBranch(depth)) return false;
    } while (take(/,/));
    return take(/\)/) !== null;
  };
  const isBranch = (depth: number): boolean => {
    if (take(/(?:not\.)?(?:and|or)(?=\()/)) return isTree(depth + 1);
    if (!take(/[a-z_]\w*(?:->>?\w+)*\./i)) return false;
    const operator = take(/(?:not\.)?(eq|neq|gt|gte|lt|lte|is|in|like|ilike|cs)\./)?.[1];
    if (operator === undefined) return false;
    // A quoted value ends at its quote, a list at its parenthesis, and any other value at the end of the condition.
    const value = operator === 'in' ? take(list) : operator === 'cs' ? take(array) : take(scalar);
    return value !== null && isOperand(operator, value[0]);
  };
  return take(/and|or/) !== null && isTree(1) && position === text.length;
}

// Backslashes are not allowed: the embedded library does not support them in quoted values and would end the value at
// another quote.
const scalar = /"[^"\\]*"(?=[,)])|[^",()\\{}]*(?=[,)])/;
const list = /\((?:(?:"[^"\\]*"|[^",()\\{}]*)(?:,|(?=\))))*\)(?=[,)])/;
const array = /\{[^"(){}\\]*\}(?=[,)])|"[^"\\]*"(?=[,)])/;

function invalid(name: string, value: string): RestRefusal {
  const short = `${name}=${value}`.slice(0, 100);
  return { status: 400, message: `This is not offered here: ${short}` };
}
