import type { LogLevel } from '../../create-logger.ts';
import type { StartSettings } from '../backend-settings.ts';
import type { HashResult, HashTask } from './hashing.ts';
import type { Secrets } from './secrets.ts';

/** Path of the thread's readiness check. Requests of visitors are never passed on to it. */
export const readinessPath = '/_internal/readiness';

/** Path of the thread's figures for the metrics. Only the metrics of this server use it. */
export const figuresPath = '/_internal/figures';

/** Paths at which the thread accepts and confirms pre-registrations. Only the functions of this server use them. */
export const preregistrationPath = '/_internal/preregistrations';
export const preregistrationConfirmPath = `${preregistrationPath}/confirm`;

/** Data that the backend's thread receives at its start. */
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
      /** Id of the request in the log. */
      readonly requestId: string;
      readonly request: PackedRequest;
      readonly address: string | null;
    }
  /** Ping, which the thread answers with `pong` as soon as it is free. */
  | { readonly type: 'ping' }
  /** Request for a copy of the embedded database's files. */
  | { readonly type: 'snapshot'; readonly id: number }
  /** Result of a `hash` task. It is null when bcrypt failed. */
  | { readonly type: 'hashed'; readonly id: number; readonly result: HashResult | null }
  | { readonly type: 'close' };

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'pong' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'answer'; readonly id: number; readonly response: PackedResponse }
  /** Copy of the database's files as a tar archive. It is null when the copy failed. */
  | { readonly type: 'snapshot'; readonly id: number; readonly archive: ArrayBuffer | null }
  /** Task for bcrypt, which is answered with `hashed`. */
  | { readonly type: 'hash'; readonly id: number; readonly task: HashTask }
  /** Line of the logger, including its line break. */
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
