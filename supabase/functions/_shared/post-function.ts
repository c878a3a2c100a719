import type { FunctionHandler } from './context.ts';
import { corsHeaders } from './cors.ts';
import { answerError, FunctionError } from './function-error.ts';
import { createRateLimiter, type RateLimit } from './rate-limit.ts';

/**
 * What all functions have in common: other origins may ask first, the method is POST, nobody calls too often, and a
 * `FunctionError` is answered as `{ code, message }`.
 */
export function postFunction(limit: RateLimit, answer: FunctionHandler): FunctionHandler {
  const secondsToWait = createRateLimiter(limit);
  return async (request, context) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders });
    try {
      if (request.method !== 'POST') {
        throw new FunctionError('method-not-allowed', 405, 'Use POST', { headers: { allow: 'POST, OPTIONS' } });
      }
      const waitS = secondsToWait(context.ip, Number(context.environment('RATE_LIMIT_SCALE')) || 1);
      if (waitS > 0) {
        throw new FunctionError('too-many-requests', 429, `Too many requests: try again in ${waitS} s`, {
          headers: { 'retry-after': String(waitS) },
        });
      }
      return await answer(request, context);
    } catch (error) {
      if (error instanceof FunctionError) return answerError(error);
      throw error;
    }
  };
}

/** An answer that any origin may read and nobody keeps. */
export function answerJson(body: object): Response {
  return Response.json(body, { headers: { ...corsHeaders, 'cache-control': 'no-store' } });
}
