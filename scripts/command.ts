/**
 * The command line of every command. `--help` and wrong arguments are handled before anything is built or written.
 *
 * It uses Commander, which has subcommands and typed options, rejects unknown arguments with a suggestion, and has no
 * dependencies.
 */
import { statSync } from 'node:fs';

import { Command, InvalidArgumentError } from '@commander-js/extra-typings';

/** Creates a command. @param name name as a user types it: `npm run soak --`. */
export function createCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'print this and do nothing')
    .helpCommand(false)
    .configureHelp({ commandUsage: usageOf })
    .showHelpAfterError('Add --help for the usage.');
}

interface Named {
  readonly parent: Named | null;
  name(): string;
}

/** Returns the usage of a command. npm passes on only what follows `--`: `npm run backup -- [options] <file>`. */
function usageOf(command: Named & { usage(): string }): string {
  const names: string[] = [];
  for (let each: Named | null = command; each; each = each.parent) names.unshift(each.name());
  if (names[0] === 'npm run' && names.length > 1) names.splice(2, 0, '--');
  return [...names, command.usage()].join(' ');
}

/** Returns a parser of whole numbers that are at least `min`. */
export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min)
      throw new InvalidArgumentError(`It must be a whole number of at least ${min}.`);
    return number;
  };
}

/** Returns a parser of names separated by commas, each of which must be one of `known`. */
export function namesOf<Name extends string>(known: readonly Name[]): (text: string) => readonly Name[] {
  return (text) =>
    text.split(',').map((each) => {
      const name = known.find((candidate) => candidate === each.trim());
      if (name === undefined)
        throw new InvalidArgumentError(`It must be a list of ${known.join(', ')}, separated by commas.`);
      return name;
    });
}

/** Parses a day, such as `2026-11-23`. */
export function day(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('It must be a date such as 2026-11-23.');
  return text;
}

/** Parses the path of an existing folder. */
export function existingFolder(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError('The folder does not exist.');
  return path;
}

/** Parses the path of a file to write. A path that starts with a hyphen, such as `-h`, is rejected as a mistake. */
export function newFile(path: string): string {
  if (path === '' || path.startsWith('-')) throw new InvalidArgumentError('It must be the name of a file.');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new InvalidArgumentError('It is a folder.');
  return path;
}

/** Parses the path of a folder to create. A path that starts with a hyphen, such as `-h`, is rejected as a mistake. */
export function newFolder(path: string): string {
  if (path === '' || path.startsWith('-')) throw new InvalidArgumentError('It must be the name of a folder.');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new InvalidArgumentError('It is a file.');
  return path;
}

/** Parses the path of an existing file. */
export function existingFile(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new InvalidArgumentError('The file does not exist.');
  return path;
}
