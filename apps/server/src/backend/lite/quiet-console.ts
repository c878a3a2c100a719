import type { Logger } from '../../create-logger.ts';
import { currentRequest } from '../../request-scope.ts';

/**
 * Replaces the console of the embedded library, which prints whole errors with their statements and parameters before
 * it answers. Instead, the error is stored with the current request, whose log line states the reason of the failure,
 * and is logged at level `debug`.
 */
export function quietConsole(logger: Logger): void {
  const keep = (...values: readonly unknown[]) => {
    for (const error of values) {
      if (typeof error !== 'object' || error === null) continue;
      const request = currentRequest();
      if (request) request.failure ??= error;
      logger.debug({ err: error }, 'the embedded library printed an error');
    }
  };
  Object.assign(console, {
    debug: () => {},
    info: () => {},
    log: () => {},
    table: () => {},
    trace: () => {},
    warn: keep,
    error: keep,
  });
}
