import type { FunctionContext } from '../context.ts';
import { isFromSite } from '../cors.ts';
import { FunctionError } from '../function-error.ts';
import type { Fields } from '../read-fields.ts';

/**
 * Returns the id of the signed-in member. @throws {FunctionError} `session-required` 401 for a visitor;
 * `session-invalid`, `unavailable`.
 */
export async function signedInMember(context: FunctionContext): Promise<string> {
  const member = await context.member();
  if (member !== null) return member;
  throw new FunctionError('session-required', 401, 'Sign in first');
}

/**
 * Returns the URL to which the member returns, on the site that sent the request.
 * @throws {FunctionError} `return-path-invalid` 400; `origin-refused` 403 for a page of another site.
 */
export function returnUrlIn(fields: Fields, request: Request, { origins }: FunctionContext): string {
  const origin = isFromSite(request, origins) ? originOf(request, origins) : undefined;
  if (!origin) throw new FunctionError('origin-refused', 403, 'Only pages of the site may ask for a payment');
  const path = fields['return_path'];
  const isPath = typeof path === 'string' && path.startsWith('/') && path.length <= 500;
  const url = isPath ? URL.parse(path, origin) : null;
  if (url?.origin === origin) return url.href;
  throw new FunctionError('return-path-invalid', 400, '"return_path" must be a path of the site');
}

/** Returns the page's origin, which browsers send with every POST. */
function originOf({ headers }: Request, origins: readonly string[]): string | undefined {
  const named = headers.get('origin');
  return named !== null && URL.canParse(named) ? new URL(named).origin : origins[0];
}
