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
 * A logger whose lines are JSON objects: `time` (ISO 8601), `level` (a name), `msg`, the id of the request under way as
 * `requestId`, and an error as `err` in the form of `describeError`. A message is a constant text of the code; values go
 * into fields, and nothing that a visitor sent goes into either.
 * @param write takes one line with its line break.
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
        // pino takes an error's own message for a line that has none, and that may quote what a visitor sent.
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

/** Writes nothing: for tools that serve the site without an operator. */
export const silentLogger = createLogger('silent', () => {});

/** Writes to standard error: readable lines in a terminal, JSON everywhere else. */
export function writeToStandardError(line: string): void {
  process.stderr.write(process.stderr.isTTY ? readableLine(line) : line);
}

/** A JSON line of the logger as a person reads it, with its line break. */
export const readableLine: (line: string) => string = prettyFactory({
  colorize: process.stderr.isTTY,
  singleLine: true,
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'pid,hostname,method,path,status,durationMs,client',
  messageFormat: '{msg}{if method} {method} {path} {status} in {durationMs} ms{end}',
});
