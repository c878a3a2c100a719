import type { Logger } from '../../create-logger.ts';
import { currentRequest } from '../../request-scope.ts';

/**
 * The embedded library prints whole errors before it answers, with statements and their parameters in them. In place of
 * that, the error is kept with the request under way, for the line that says why it failed, and logged at level `debug`.
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
