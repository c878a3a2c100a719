import * as z from 'zod/mini';

/** Beyond them the oldest go. */
const maxRemembered = 12;
const storageKey = 'background-words';
const stored = z.array(z.string().check(z.maxLength(800)));

/** @returns what backgrounds were made of on this device, newest first. */
export function readRememberedWords(): readonly string[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]')).slice(0, maxRemembered);
  } catch {
    // This page may not use storage, or the entry was not written by this code.
    return [];
  }
}

/** Puts words before those that are remembered. @returns all that are remembered then. */
export function rememberWords(words: string, before: readonly string[]): readonly string[] {
  return keep([words, ...before.filter((other) => other !== words)].slice(0, maxRemembered));
}

export function forgetWords(): readonly string[] {
  return keep([]);
}

function keep(words: readonly string[]): readonly string[] {
  try {
    if (words.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(words));
  } catch {
    // Storage is closed or full: they hold until the page is left.
  }
  return words;
}
