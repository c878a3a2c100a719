/** Whether keys that are one letter act. Whoever speaks to their machine, or types by accident, turns them off. */
const storageKey = 'letter-keys';
const listeners = new Set<() => void>();

let isOn = read();

export function letterKeysAreOn(): boolean {
  return isOn;
}

export function setLetterKeys(on: boolean): void {
  isOn = on;
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Where nothing may be kept it holds for this visit.
  }
  for (const listener of listeners) listener();
}

export function subscribeLetterKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}
