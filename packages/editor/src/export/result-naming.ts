import { nameResults, type NamePlaceholder, readNamePattern } from '@isola/files';
import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

/** Placeholders in the name of a single result, which has no number. */
export const namePlaceholders: readonly NamePlaceholder[] = ['name', 'date'];

/** Pattern of a device on which none was chosen. */
const usualPattern = '{name}-cutout';
const storageKey = 'name-pattern';

/** Names of the files of results, by a pattern that is saved on this device. */
export interface ResultNaming extends ReadonlyStore<{ readonly pattern: string }> {
  /**
   * Chooses the pattern, and saves it on this device, where the browser allows it.
   * @throws {RangeError} when the pattern cannot be read.
   */
  readonly choose: (pattern: string) => void;
  /**
   * Returns the name of a result's file, valid on Windows, macOS and Linux.
   * @param imageName name of the image's file.
   */
  readonly nameOf: (imageName: string, options: ResultNameOptions) => string;
}

export interface ResultNameOptions {
  /** File extension without the dot. */
  readonly ending: string;
  /** Name of an image without a name. */
  readonly fallback: string;
}

/**
 * Creates the naming of results, with the pattern that was last chosen on this device.
 * @example
 * createResultNaming().nameOf('cat.jpg', { ending: 'png', fallback: 'image' }); // cat-cutout.png
 */
export function createResultNaming(): ResultNaming {
  const { setState, ...store } = createStore(() => ({ pattern: savedPattern() }));
  return {
    ...store,
    choose(pattern) {
      readPattern(pattern);
      setState({ pattern });
      save(pattern);
    },
    nameOf(imageName, { ending, fallback }) {
      const [name] = nameResults(readPattern(store.getState().pattern), [{ name: imageName, ending }], { fallback });
      return name ?? `${fallback}.${ending}`;
    },
  };
}

function readPattern(text: string) {
  const read = readNamePattern(text, { placeholders: namePlaceholders });
  if (read.outcome === 'refused') throw new RangeError(`the name pattern “${text}” cannot be read`);
  return read.pattern;
}

function savedPattern(): string {
  try {
    const saved = localStorage.getItem(storageKey) ?? usualPattern;
    readPattern(saved);
    return saved;
  } catch {
    // Storage is closed, or contains something else.
    return usualPattern;
  }
}

function save(pattern: string): void {
  try {
    localStorage.setItem(storageKey, pattern);
  } catch {
    // Storage is closed or full. The pattern holds until the image is closed.
  }
}
