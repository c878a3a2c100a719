import { documents } from '@isola/photo-specs/documents';
import { useMemo, useSyncExternalStore } from 'react';

import type { ChosenId } from './photo-work.ts';

const key = 'isola:id-photo-documents';
const maxRecent = 4;

/**
 * Returns the documents that were used on this device, the most recent first. The list is empty in the prerendered
 * HTML, because only the browser knows it.
 */
export function useRecentDocuments(): readonly ChosenId[] {
  const saved = useSyncExternalStore(subscribe, read, () => '');
  return useMemo(() => listOf(saved), [saved]);
}

/** @returns the documents that were used on this device, the most recent first. */
export function recentDocuments(): readonly ChosenId[] {
  return listOf(read());
}

/** Moves a document to the front of the list. Nothing is saved when the browser denies access to storage. */
export function rememberDocument(id: ChosenId): void {
  const ids = [id, ...listOf(read()).filter((other) => other !== id)].slice(0, maxRecent);
  try {
    localStorage.setItem(key, ids.join(' '));
    // Browsers send `storage` events only to other pages, so this page sends one to itself.
    dispatchEvent(new StorageEvent('storage', { key }));
  } catch {
    // Storage is not accessible, or is full.
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

/** Drops unknown ids, because an earlier version of the page may have offered other documents. */
function listOf(saved: string): readonly ChosenId[] {
  return saved.split(' ').filter((id): id is ChosenId => id === 'own' || id in documents);
}
