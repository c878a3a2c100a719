import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

/** Beyond them the oldest goes. */
const maxColors = 12;
const storageKey = 'brand-colors';
const stored = z.array(z.string().check(z.regex(/^#[\da-f]{6}$/)));

const { setState, ...store } = createStore<readonly string[]>(readSaved);

/** The colours that were picked last, newest first, as `#rrggbb`. A visit begins with those saved on this device. */
export const brandColors: ReadonlyStore<readonly string[]> = store;

/** Puts a colour first and keeps it on this device, where the browser allows. */
export function rememberBrandColor(color: string): void {
  save([color, ...without(color)].slice(0, maxColors));
}

/** Takes a colour out, on this device as well. */
export function forgetBrandColor(color: string): void {
  save(without(color));
}

function without(color: string): readonly string[] {
  return brandColors.getState().filter((other) => other !== color);
}

function save(next: readonly string[]): void {
  setState(next, true);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is closed or full: they hold until the page is left.
  }
}

function readSaved(): readonly string[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]')).slice(0, maxColors);
  } catch {
    // This page may not use storage, or the entry was not written by this code.
    return [];
  }
}
