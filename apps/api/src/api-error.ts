/** Codes of this server's errors. Those of remove.bg keep its names. */
export type ApiErrorCode =
  | 'auth_failed'
  | 'origin_refused'
  | 'not_found'
  | 'method_not_allowed'
  | 'rate_limit_exceeded'
  | 'busy'
  | 'timeout'
  | 'internal'
  | 'database_away'
  | 'batches_unavailable'
  | 'batch_limit_exceeded'
  | 'too_many_images'
  | 'not_finished'
  | 'invalid_body'
  | 'missing_source'
  | 'multiple_sources'
  | 'multiple_bg_sources'
  | 'invalid_image_url'
  | 'failed_image_download'
  | 'invalid_bg_image_url'
  | 'failed_bg_download'
  | 'file_too_large'
  | 'invalid_file_type'
  | 'failed_to_read_image'
  | 'resolution_too_high'
  | 'unknown_foreground'
  | 'roi_exceeds_bounds'
  | 'roi_region_empty'
  | `invalid_${string}`;

/** One problem of a request. */
export interface Problem {
  readonly code: ApiErrorCode;
  /** Sentence in English for the developer who called. */
  readonly title: string;
  readonly detail?: string;
}

/** An error that is answered to the client. A request with several wrong parameters has several problems. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ErrorStatus;
  readonly problems: readonly [Problem, ...Problem[]];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ErrorStatus,
    problems: Problem | readonly [Problem, ...Problem[]],
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    const list = 'code' in problems ? ([problems] as const) : problems;
    super(list.map(({ code, title }) => `${code}: ${title}`).join('; '), options);
    this.status = status;
    this.problems = list;
    this.headers = headers;
  }
}

export type ErrorStatus = 400 | 403 | 404 | 405 | 408 | 409 | 429 | 500 | 501 | 503;

/** Creates the error of a request that the client has to change. */
export function badRequest(code: ApiErrorCode, title: string, detail?: string): ApiError {
  return new ApiError(400, { code, title, ...(detail !== undefined && { detail }) });
}
