import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

/** Number of colours that are remembered. A further one replaces the oldest. */
const maxColors = 12;
const storageKey = 'brand-colors';
const stored = z.array(z.string().check(z.regex(/^#[\da-f]{6}$/)));

const { setState, ...store } = createStore<readonly string[]>(readSaved);

/**
 * The colours that were picked last, newest first, as `#rrggbb`. A visit begins with the colours saved on this device.
 */
export const brandColors: ReadonlyStore<readonly string[]> = store;

/** Moves a colour to the first place, and saves the list on this device where the browser allows it. */
export function rememberBrandColor(color: string): void {
  save([color, ...without(color)].slice(0, maxColors));
}

/** Removes a colour from the list and from this device. */
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
    // Storage is closed or full. The colours last until the page is left.
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
