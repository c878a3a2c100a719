import * as z from 'zod/mini';

/** Of the kit's twelve as many as stand in one row beside the picker. */
const mostColors = 4;
const storageKey = 'brand-colors';
const stored = z.array(z.string().check(z.regex(/^#[\da-f]{6}$/)));

const listeners = new Set<() => void>();
let colors: readonly string[] | undefined;

export function subscribeBrandColors(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the colours picked last, newest first, `#rrggbb`: of this visit, and at first those kept on this device. */
export function getBrandColors(): readonly string[] {
  return (colors ??= readKept());
}

/** Puts a colour first and keeps it on this device, where the browser allows. */
export function rememberBrandColor(color: string): void {
  colors = [color, ...getBrandColors().filter((other) => other !== color)].slice(0, mostColors);
  try {
    localStorage.setItem(storageKey, JSON.stringify(colors));
  } catch {
    // Storage is closed or full: they hold until the page is left.
  }
  for (const listener of listeners) listener();
}

function readKept(): readonly string[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]')).slice(0, mostColors);
  } catch {
    // Storage is closed to this page, or another hand has written there.
    return [];
  }
}
