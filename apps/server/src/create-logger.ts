import pino, { type LevelWithSilent, type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';

import { describeError } from './describe-error.ts';
import { currentRequest } from './request-scope.ts';

export type { Logger };

export const logLevels = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'silent',
] as const satisfies readonly LevelWithSilent[];

export type LogLevel = (typeof logLevels)[number];

/**
 * Creates a logger that writes JSON objects with `time` (ISO 8601), `level` (a name), `msg`, the id of the current
 * request as `requestId`, and an error as `err` in the form of `describeError`. Messages are constant texts in the
 * code, and values are fields. Neither may contain anything that a visitor sent.
 * @param write receives one line, including its line break.
 */
export function createLogger(level: LogLevel, write: (line: string) => void): Logger {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
      serializers: { err: describeError },
      mixin: () => {
        const request = currentRequest();
        return request ? { requestId: request.id } : {};
      },
      hooks: {
        // Without a message, pino logs the message of the error, which may quote what a visitor sent.
        logMethod(values, method) {
          const [first, ...rest] = values as unknown[];
          const fields = first instanceof Error ? { err: first } : first;
          const isMessageMissing = typeof fields === 'object' && typeof rest[0] !== 'string';
          Reflect.apply(method, this, [fields, ...(isMessageMissing ? ['error'] : rest)]);
        },
      },
    },
    { write },
  );
}

/** Logger that writes nothing, for tools that serve the site without an operator. */
export const silentLogger = createLogger('silent', () => {});

/** Writes a log line to standard error: readable in a terminal, and as JSON everywhere else. */
export function writeToStandardError(line: string): void {
  process.stderr.write(process.stderr.isTTY ? readableLine(line) : line);
}

/** Converts a JSON line of the logger to a readable line, including its line break. */
export const readableLine: (line: string) => string = prettyFactory({
  colorize: process.stderr.isTTY,
  singleLine: true,
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'pid,hostname,method,path,status,durationMs,client',
  messageFormat: '{msg}{if method} {method} {path} {status} in {durationMs} ms{end}',
});
