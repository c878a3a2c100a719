import { ApiError, badRequest } from '../api-error.ts';

/** The fields of a request, in whichever of the three encodings they came. */
export interface Fields {
  /** Text of a field; undefined when it is missing or empty. */
  readonly text: (name: string) => string | undefined;
  /** Returns true if several texts were given for a field. The first one counts. */
  readonly isRepeated: (name: string) => boolean;
  /** Bytes of an uploaded file; undefined when no file was chosen. Of several, the first counts. */
  readonly file: (name: string) => Uint8Array | undefined;
  /** Bytes of all uploaded files of this name, in their order. */
  readonly files: (name: string) => readonly Uint8Array[];
  /** Names of the fields that are not empty. */
  readonly names: readonly string[];
}

export interface BodyLimits {
  /** Largest body, in bytes. */
  readonly maxBytes: number;
  /** Time limit for receiving the body, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * A body of up to this many times the limit is read to its end before it is refused. Many clients do not see an answer
 * that arrives while they are still sending.
 */
const discardedLimits = 4;
/** Largest number of fields. */
const maxFields = 64;
/** Largest number of characters that structure a JSON body: quotes, braces, brackets, commas and colons. */
const maxJsonMarks = 2_000;

/**
 * Reads the bytes of a body.
 * @throws {ApiError} `file_too_large` when the body exceeds the limit, `timeout` 408 when it arrives too slowly, and
 *   `invalid_body` when it breaks off.
 */
export async function readBytes(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<Uint8Array> {
  const statedBytes = Number(request.headers.get('content-length') ?? 0);
  const maxReadBytes = discardedLimits * maxBytes;
  if (statedBytes > maxReadBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const reader = request.body?.getReader();
  const late = AbortSignal.timeout(timeoutMs);
  const stop = () => void reader?.cancel(late.reason).catch(() => undefined);
  late.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (late.aborted) throw late.reason;
      sizeBytes += value?.byteLength ?? 0;
      const isTooLarge = sizeBytes > maxBytes || statedBytes > maxBytes;
      if (isTooLarge && (done || sizeBytes > maxReadBytes)) {
        stop();
        throw tooLarge(maxBytes);
      }
      if (done || !value) return Buffer.concat(chunks, sizeBytes);
      if (isTooLarge) chunks.length = 0;
      else chunks.push(value);
    }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (late.aborted) {
      const title = `The body did not arrive within ${timeoutMs / 1000} s`;
      throw new ApiError(408, { code: 'timeout', title }, { connection: 'close' });
    }
    throw badRequest('invalid_body', 'The body broke off');
  } finally {
    late.removeEventListener('abort', stop);
  }
}

/**
 * Reads a body that nobody has read and drops it, within the same limits as `readBytes`. A client that is still sending
 * when the connection ends takes the answer for a lost connection.
 */
export async function discardBody(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<void> {
  const maxReadBytes = discardedLimits * maxBytes;
  if (!request.body || request.bodyUsed) return;
  if (Number(request.headers.get('content-length') ?? 0) > maxReadBytes) return;
  const reader = request.body.getReader();
  const late = AbortSignal.timeout(timeoutMs);
  const stop = () => void reader.cancel(late.reason).catch(() => undefined);
  late.addEventListener('abort', stop, { once: true });
  let sizeBytes = 0;
  try {
    while (sizeBytes <= maxReadBytes) {
      const { done, value } = await reader.read();
      if (done) return;
      sizeBytes += value.byteLength;
    }
    stop();
  } catch {
    // The client has left, so that nobody waits for the answer.
  } finally {
    late.removeEventListener('abort', stop);
  }
}

/**
 * Reads fields from multipart, URL-encoded or JSON bodies.
 * @throws {ApiError} as `readBytes`; `invalid_body` for any other content.
 */
export async function readFields(request: Request, limits: BodyLimits): Promise<Fields> {
  const type = request.headers.get('content-type') ?? '';
  const kind = type.split(';')[0]?.trim().toLowerCase();
  if (kind === 'application/json') return jsonFields(await readBytes(request, limits));
  if (kind === 'multipart/form-data') return formFields(await readBytes(request, limits), type);
  if (kind === 'application/x-www-form-urlencoded') return formFields(await readBytes(request, limits), type);
  throw badRequest(
    'invalid_body',
    'The body must be multipart/form-data, application/x-www-form-urlencoded or application/json',
  );
}

/**
 * Parses a JSON body.
 * @param maxMarks largest number of characters that structure it. A body of millions of brackets would need many times
 *   its own size in memory.
 * @throws {ApiError} `invalid_body`.
 */
export function parseJson(bytes: Uint8Array, maxMarks: number): unknown {
  let marks = 0;
  for (const byte of bytes) if (isJsonMark(byte)) marks += 1;
  if (marks > maxMarks) throw badRequest('invalid_body', 'The body has too many fields');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('invalid_body', 'The body is not valid JSON');
  }
}

function jsonFields(bytes: Uint8Array): Fields {
  const value = parseJson(bytes, maxJsonMarks);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('invalid_body', 'The body is not a JSON object');
  }
  const texts = new Map<string, string>();
  for (const [name, each] of Object.entries(value)) {
    if (each === null || each === '') continue;
    if (!['string', 'number', 'boolean'].includes(typeof each)) {
      throw badRequest('invalid_body', 'A value is neither a string, a number nor a boolean', name.slice(0, 100));
    }
    texts.set(name, String(each));
  }
  return {
    text: (name) => texts.get(name),
    isRepeated: () => false,
    file: () => undefined,
    files: () => [],
    names: [...texts.keys()],
  };
}

function isJsonMark(byte: number): boolean {
  // " , : [ ] { }
  return (
    byte === 0x22 || byte === 0x2c || byte === 0x3a || byte === 0x5b || byte === 0x5d || byte === 0x7b || byte === 0x7d
  );
}

async function formFields(bytes: Uint8Array, type: string): Promise<Fields> {
  refuseManyFields(bytes, type);
  let form: FormData;
  try {
    form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } }).formData();
  } catch {
    throw badRequest('invalid_body', 'The form is not well formed');
  }
  const texts = new Map<string, string>();
  const repeated = new Set<string>();
  const files = new Map<string, Uint8Array[]>();
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      if (value === '') continue;
      if (texts.has(name)) repeated.add(name);
      else texts.set(name, value);
      // A browser sends a file without a name where none was chosen.
    } else if (value.size > 0 || value.name !== '') {
      const file = new Uint8Array(await value.arrayBuffer());
      const named = files.get(name);
      if (named) named.push(file);
      else files.set(name, [file]);
    }
  }
  const names = [...texts.keys(), ...files.keys()];
  return {
    text: (name) => texts.get(name),
    isRepeated: (name) => repeated.has(name),
    file: (name) => files.get(name)?.[0],
    files: (name) => files.get(name) ?? [],
    names,
  };
}

/** Counts separators before parsing, because each field costs far more than the bytes that name it. */
function refuseManyFields(bytes: Uint8Array, type: string): void {
  const separator = /^multipart/i.test(type) ? `--${boundaryOf(type)}` : '&';
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = buffer.indexOf(separator); at >= 0; at = buffer.indexOf(separator, at + separator.length)) {
    count += 1;
    if (count > maxFields + 1) throw tooManyFields();
  }
}

/**
 * Returns the boundary of a form. A content type from which another parser could read another boundary is refused, because
 * the fields would be counted with the wrong one.
 */
function boundaryOf(type: string): string {
  const isAmbiguous = (type.match(/boundary\s*=/gi) ?? []).length > 1;
  const boundary = isAmbiguous ? null : /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))\s*(?:;|$)/i.exec(type);
  const found = boundary?.[1] ?? boundary?.[2];
  if (found === undefined) throw badRequest('invalid_body', 'The form is not well formed');
  return found;
}

function tooManyFields(): ApiError {
  return badRequest('invalid_body', `The body has more than ${maxFields} fields`);
}

function tooLarge(maxBytes: number): ApiError {
  const title = `The body is larger than ${maxBytes} bytes`;
  return new ApiError(400, { code: 'file_too_large', title }, { connection: 'close' });
}
