/** The backend's address: empty where the server that sends the page is the backend itself. */
const backendUrl = import.meta.env.VITE_SUPABASE_URL ?? '';
const publicKey = import.meta.env.VITE_SUPABASE_ANON_KEY;

/**
 * - `not-offered`: there is a server, but no such function on it.
 * - `network`: nothing answered, or what answered has no database at the moment.
 * - `too-many-requests`: this network asked too often.
 * - `invalid-input`: the function cannot read what was sent.
 * - `refused`: the function refused the request otherwise; `message` is its own.
 */
export type BackendErrorCode = 'not-offered' | 'network' | 'too-many-requests' | 'invalid-input' | 'refused';

export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly code: BackendErrorCode;

  constructor(code: BackendErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Calls one of the backend's functions, as supabase-js's `functions.invoke` does, without its 55 kB: this runs on first
 * visits.
 * @returns the function's answer, unchecked: the caller validates it.
 * @throws {BackendError}
 */
export async function callFunction(name: string, body?: object, signal?: AbortSignal): Promise<unknown> {
  const response = await requestFunction(name, body, signal);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new BackendError(codeOf(response.status), messageIn(answer) ?? '');
  return answer;
}

function codeOf(status: number): BackendErrorCode {
  if (status === 429) return 'too-many-requests';
  if (status === 400 || status === 413) return 'invalid-input';
  return status >= 500 ? 'network' : 'refused';
}

export interface FunctionRequest {
  readonly method?: 'GET' | 'POST';
  /** Access token of the calling member; a visitor has none. */
  readonly accessToken?: string | undefined;
}

/**
 * The same, for a function whose answer is not JSON, or whose refusals the caller must distinguish.
 * @throws {BackendError} but `refused`.
 */
export async function requestFunction(
  name: string,
  body?: object,
  signal?: AbortSignal,
  { method = 'POST', accessToken = publicKey }: FunctionRequest = {},
): Promise<Response> {
  const response = await fetch(`${backendUrl}/functions/v1/${name}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(publicKey && { apikey: publicKey }),
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new BackendError('network', 'The backend could not be reached', { cause });
  });
  if (response.status === 404) throw new BackendError('not-offered', `The backend has no function ${name}`);
  return response;
}

function messageIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined;
  return typeof answer.message === 'string' ? answer.message : undefined;
}
