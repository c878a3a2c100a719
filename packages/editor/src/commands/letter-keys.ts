import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

const storageKey = 'letter-keys';

const { setState, ...store } = createStore<boolean>(read);

/** Whether keys that are one letter act. Speech input and slips of the hand press them unasked: they can be turned off. */
export const letterKeys: ReadonlyStore<boolean> = store;

export function setLetterKeys(areOn: boolean): void {
  setState(areOn);
  try {
    if (areOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // If the browser refuses storage, the choice holds for this visit.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}
