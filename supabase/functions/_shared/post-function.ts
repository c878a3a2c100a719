import type { FunctionHandler, FunctionLimit } from './context.ts';
import { answerError, FunctionError } from './function-error.ts';

/**
 * Wraps a function with the rules of all functions: the method is POST, calls are limited, and a `FunctionError` is
 * answered as `{ code, message }`.
 */
export function postFunction(limit: FunctionLimit, answer: FunctionHandler): FunctionHandler {
  return async (request, context) => {
    try {
      if (request.method !== 'POST') {
        throw new FunctionError('method-not-allowed', 405, 'Use POST', { headers: { allow: 'POST, OPTIONS' } });
      }
      const waitS = await context.count(limit);
      if (waitS > 0) throw tooManyRequests(waitS);
      return await answer(request, context);
    } catch (error) {
      if (error instanceof FunctionError) return answerError(error);
      throw error;
    }
  };
}

export function tooManyRequests(waitSeconds: number): FunctionError {
  return new FunctionError('too-many-requests', 429, `Too many requests: try again in ${waitSeconds} s`, {
    headers: { 'retry-after': String(waitSeconds) },
  });
}

/** Returns an answer that no cache stores. */
export function answerJson(body: object): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } });
}
