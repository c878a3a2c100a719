import { useMemo, useSyncExternalStore } from 'react';

import { type DocumentId, documents } from '../documents/documents.ts';

const key = 'isola:id-photo-documents';
const maxRecent = 4;

/** The documents that were used on this device, the last one first. Never in the first HTML: only the browser knows them. */
export function useRecentDocuments(): readonly DocumentId[] {
  const saved = useSyncExternalStore(subscribe, read, () => '');
  return useMemo(() => listOf(saved), [saved]);
}

/** Puts a document first in the list. Where storage is closed to the page, nothing is remembered. */
export function rememberDocument(id: DocumentId): void {
  const ids = [id, ...listOf(read()).filter((other) => other !== id)].slice(0, maxRecent);
  try {
    localStorage.setItem(key, ids.join(' '));
    // Browsers tell other pages alone.
    dispatchEvent(new StorageEvent('storage', { key }));
  } catch {
    // Closed to this page, or full.
  }
}

function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

function read(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** An earlier version of the page may have had other documents. */
function listOf(saved: string): readonly DocumentId[] {
  return saved.split(' ').filter((id): id is DocumentId => id in documents);
}
