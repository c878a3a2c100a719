/**
 * The command line of every command: `--help` and wrong arguments are answered before anything is built or written.
 *
 * Commander reads them: it has subcommands and typed options, refuses what is unknown and suggests what was meant, and
 * needs no other package.
 */
import { statSync } from 'node:fs';

import { Command, InvalidArgumentError } from '@commander-js/extra-typings';

/** @param name as a person types it: `npm run soak --`. */
export function createCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'print this and do nothing')
    .helpCommand(false)
    .showHelpAfterError('Add --help for the usage.');
}

/** @returns a parser of whole numbers from `min` on. */
export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min)
      throw new InvalidArgumentError(`It must be a whole number from ${min} on.`);
    return number;
  };
}

/** @returns a parser of names between commas, each of which must be one of `known`. */
export function namesOf<Name extends string>(known: readonly Name[]): (text: string) => readonly Name[] {
  return (text) =>
    text.split(',').map((each) => {
      const name = known.find((candidate) => candidate === each.trim());
      if (name === undefined) throw new InvalidArgumentError(`It takes ${known.join(', ')}, separated by commas.`);
      return name;
    });
}

/** A parser of days, such as `2026-11-23`. */
export function day(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('It must be a day: 2026-11-23.');
  return text;
}

/** A parser of the path of a folder that is there. */
export function existingFolder(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError('There is no such folder.');
  return path;
}

/** A parser of the path of a file that is to be written. `-h` and its like are mistakes, not names. */
export function newFile(path: string): string {
  if (path === '' || path.startsWith('-')) throw new InvalidArgumentError('It must be the name of a file.');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new InvalidArgumentError('It is a folder.');
  return path;
}

/** A parser of the path of a folder that may be made. `-h` and its like are mistakes, not names. */
export function newFolder(path: string): string {
  if (path === '' || path.startsWith('-')) throw new InvalidArgumentError('It must be the name of a folder.');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new InvalidArgumentError('It is a file.');
  return path;
}

/** A parser of the path of a file that is there. */
export function existingFile(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new InvalidArgumentError('There is no such file.');
  return path;
}
