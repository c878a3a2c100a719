import type { DBSchema, IDBPDatabase } from 'idb';
import { v4 as randomId } from 'uuid';
import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';
import { contentHashOf } from './content-hash.ts';
import { withDatabase } from './with-database.ts';

/** A logo that is saved on this device. */
export interface BrandLogo {
  /** Checksum of the logo, so that no logo is in the list twice. */
  readonly id: string;
  readonly blob: Blob;
}

/** Outcome of saving a logo. The list may be full, and the browser may refuse to save it for want of space or of permission. */
export type LogoOutcome = 'saved' | 'full' | 'not-saved';

/** Number of logos that are saved on a device. */
export const maxLogos = 12;
const databaseName = 'isola-logos';

interface Schema extends DBSchema {
  logos: { key: string; value: { readonly id: string; readonly blob: Blob; readonly savedAt: number } };
}

const { setState, ...store } = createStore<readonly BrandLogo[]>(() => []);

/** The logos that are saved on this device, the newest first. It is empty until `loadBrandLogos`. */
export const brandLogos: ReadonlyStore<readonly BrandLogo[]> = store;

/** Reads the saved logos. It never rejects: without storage, there are none. */
export async function loadBrandLogos(): Promise<void> {
  try {
    await refresh();
  } catch {
    // The browser keeps its storage closed to this page.
  }
}

/** Saves a logo on this device. It never rejects. */
export async function saveBrandLogo(blob: Blob): Promise<LogoOutcome> {
  try {
    const id = (await contentHashOf(blob)) ?? randomId();
    const outcome = await within(async (database): Promise<LogoOutcome> => {
      const { store: logos, done } = database.transaction('logos', 'readwrite');
      const ids = await logos.getAllKeys();
      const isFull = ids.length >= maxLogos && !ids.includes(id);
      if (!isFull) await logos.put({ id, blob, savedAt: Date.now() });
      await done;
      return isFull ? 'full' : 'saved';
    });
    await refresh();
    return outcome;
  } catch {
    return 'not-saved';
  }
}

/** Removes a logo from this device. Images that show it keep it. @throws {DOMException} when the browser refuses it. */
export async function forgetBrandLogo(id: string): Promise<void> {
  await within((database) => database.delete('logos', id));
  await refresh();
}

async function refresh(): Promise<void> {
  const rows = await within((database) => database.getAll('logos'));
  setState(
    rows.toSorted((one, other) => other.savedAt - one.savedAt).map(({ id, blob }) => ({ id, blob })),
    true,
  );
}

function within<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const create = (fresh: IDBPDatabase<Schema>) => void fresh.createObjectStore('logos', { keyPath: 'id' });
  return withDatabase({ name: databaseName, create }, work);
}
