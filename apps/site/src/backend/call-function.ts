/** URL of the backend; empty when the server that sends the page is also the backend. */
const backendUrl = import.meta.env.VITE_SUPABASE_URL ?? '';
const publicKey = import.meta.env.VITE_SUPABASE_ANON_KEY;

/**
 * Reason why a call of a function failed:
 * - `not-offered`: the server does not have the function.
 * - `network`: the server did not answer, or answered with a status of 500 or above, for example without its database.
 * - `too-many-requests`: this network has sent too many requests.
 * - `invalid-input`: the function cannot parse the request, or the request is too large.
 * - `refused`: the function refused the request for another reason; `message` is the function's message.
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
 * Calls one of the backend's functions like `functions.invoke` of supabase-js, but without that library's 55 kB,
 * because first visits call functions too.
 * @returns the function's answer, parsed as JSON and not validated.
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
 * Calls a function like `callFunction`, but returns the whole response: for answers that are not JSON, and for callers
 * that distinguish the reasons for a refusal.
 * @throws {BackendError} code `network` or `not-offered`. Other error statuses are returned.
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
