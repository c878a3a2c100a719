import type { MiddlewareHandler } from 'hono';

import { hashedFile } from './hashed-files.ts';

/**
 * Reads each file completely before its answer begins. A build may replace a file between the reading of its length and
 * of its bytes, and the client would then receive an answer that is cut off. Such a file is read again. Files whose names
 * contain their hash are never replaced, and are passed on as they are.
 */
export function wholeFiles(serve: MiddlewareHandler): MiddlewareHandler {
  return async (context, next) => {
    if (hashedFile.test(context.req.path)) return serve(context, next);
    for (;;) {
      const answer = await serve(context, next);
      if (!answer?.body || answer.status !== 200) return answer;
      const length = answer.headers.get('content-length');
      const bytes = await answer.arrayBuffer();
      if (length === null || length === String(bytes.byteLength)) return new Response(bytes, answer);
    }
  };
}
