import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

const storageKey = 'letter-keys';

const { setState, ...store } = createStore<boolean>(read);

/**
 * True while shortcuts of a single letter are active. They can be turned off, because speech input and slips of the
 * hand press them unintentionally.
 */
export const letterKeys: ReadonlyStore<boolean> = store;

export function setLetterKeys(areOn: boolean): void {
  setState(areOn);
  try {
    if (areOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // The browser refuses storage. The choice lasts for this visit.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}
