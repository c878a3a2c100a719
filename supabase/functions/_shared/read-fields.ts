import { isEmailAddress, maxEmailCharacters } from './email-address.ts';
import { FunctionError } from './function-error.ts';
import { type Language, languages } from './languages.ts';

/** Maximum size of a body, in bytes of UTF-8; far more than any function needs. */
const maxBodyBytes = 64 * 1024;

/** Fields of a request's body by name, unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON body, and not beyond the size limit.
 * @throws {FunctionError} code `body-too-large`, or `body-invalid` when it is not a JSON object.
 */
export async function readFields(request: Request): Promise<Fields> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBodyBytes) {
      throw new FunctionError('body-too-large', 413, `The body is larger than ${maxBodyBytes} bytes`);
    }
    chunks.push(chunk);
  }
  const fields: unknown = await new Response(new Blob(chunks as BlobPart[])).json().catch(() => null);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new FunctionError('body-invalid', 400, 'The body must be a JSON object');
  }
  return { ...fields };
}

/**
 * Returns a trimmed text field.
 * @param maxCharacters in code points, as the database counts them.
 * @throws {FunctionError} code `<name>-invalid`, also for text that no database stores: NUL and unpaired surrogates.
 */
export function textIn(fields: Fields, name: string, maxCharacters: number): string {
  const value = fields[name];
  const text = typeof value === 'string' ? value.trim() : '';
  const { length } = Array.from(text);
  if (length === 0 || length > maxCharacters || text.includes('\0') || !text.isWellFormed()) {
    throw invalid(name, `a text of 1 to ${maxCharacters} characters`);
  }
  return text;
}

/** Returns the field `email`. @throws {FunctionError} code `email-invalid`. */
export function emailIn(fields: Fields): string {
  const email = textIn(fields, 'email', maxEmailCharacters);
  if (!isEmailAddress(email)) throw invalid('email', 'an e-mail address');
  return email;
}

/** Returns the field `language`. @throws {FunctionError} code `language-invalid`. */
export function languageIn(fields: Fields): Language {
  const language = languages.find((each) => each === fields['language']);
  if (!language) throw invalid('language', `one of ${languages.join(', ')}`);
  return language;
}

/** Returns the key of the request. @throws {FunctionError} `key-invalid`. */
export function keyIn(fields: Fields): string {
  const key = fields['key'];
  if (typeof key === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key)) return key.toLowerCase();
  throw invalid('key', 'a UUID that this request alone has');
}

/** @returns the error of an invalid field; its code is the field's name and `-invalid`. */
export function invalid(name: string, expected: string): FunctionError {
  return new FunctionError(`${name}-invalid`, 400, `"${name}" must be ${expected}`);
}
