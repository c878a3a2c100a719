import type { LogLevel } from '../../create-logger.ts';
import type { StartSettings } from '../backend-settings.ts';
import type { HashResult, HashTask } from './hashing.ts';
import type { Secrets } from './secrets.ts';

/** The path at which the thread answers whether its database does; no visitor's request is passed on to it. */
export const readinessPath = '/_internal/readiness';

/** The paths at which the thread takes and confirms pre-registrations; only the functions of this server ask there. */
export const preregistrationPath = '/_internal/preregistrations';
export const preregistrationConfirmPath = `${preregistrationPath}/confirm`;

/** Data with which the backend's thread starts. */
export interface WorkerStart {
  readonly settings: StartSettings;
  readonly secrets: Secrets;
  readonly logLevel: LogLevel;
}

export interface PackedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
}

export interface PackedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
}

export type ToWorker =
  | {
      readonly type: 'request';
      readonly id: number;
      /** By which the log names it. */
      readonly requestId: string;
      readonly request: PackedRequest;
      readonly address: string | null;
    }
  /** Answered by `pong` as soon as the thread is free. */
  | { readonly type: 'ping' }
  /** Asks for a copy of the embedded database's files. */
  | { readonly type: 'snapshot'; readonly id: number }
  /** Null where bcrypt refused the task. */
  | { readonly type: 'hashed'; readonly id: number; readonly result: HashResult | null }
  | { readonly type: 'close' };

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'pong' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'answer'; readonly id: number; readonly response: PackedResponse }
  /** A tar archive; null where it could not be made. */
  | { readonly type: 'snapshot'; readonly id: number; readonly archive: ArrayBuffer | null }
  /** Answered by `hashed`. */
  | { readonly type: 'hash'; readonly id: number; readonly task: HashTask }
  /** A line of the logger, with its line break. */
  | { readonly type: 'log'; readonly line: string };

export async function packRequest(request: Request): Promise<PackedRequest> {
  const { url, method, headers } = request;
  return { url, method, headers: [...headers], body: request.body ? await request.arrayBuffer() : null };
}

export function unpackRequest({ url, method, headers, body }: PackedRequest): Request {
  return new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), body });
}

export async function packResponse(response: Response): Promise<PackedResponse> {
  const { status, headers } = response;
  return { status, headers: [...headers], body: response.body ? await response.arrayBuffer() : null };
}

export function unpackResponse({ status, headers, body }: PackedResponse): Response {
  return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
}
