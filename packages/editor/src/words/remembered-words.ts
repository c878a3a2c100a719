import * as z from 'zod/mini';

/** Number of entries that are remembered. A further one replaces the oldest. */
const maxRemembered = 12;
const storageKey = 'background-words';
const stored = z.array(z.string().check(z.maxLength(800)));

/** @returns the words from which backgrounds were made on this device, the newest first. */
export function readRememberedWords(): readonly string[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]')).slice(0, maxRemembered);
  } catch {
    // This page may not use storage, or the entry was not written by this code.
    return [];
  }
}

/** Adds words in front of the remembered ones. @returns all remembered words. */
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
    // Storage is closed or full. The words last until the page is left.
  }
  return words;
}
