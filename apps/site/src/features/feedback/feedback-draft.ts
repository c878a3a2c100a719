import { v4 as randomId } from 'uuid';
import { createStore } from 'zustand/vanilla';

/** Feedback that was typed but not sent yet. */
export interface FeedbackDraft {
  readonly text: string;
  readonly email: string;
  /** Key under which the draft was sent; absent before. It is not saved on this device. */
  readonly key?: string;
}

export const emptyDraft: FeedbackDraft = { text: '', email: '' };

const storageKey = 'feedback-draft';

const { setState, ...store } = createStore<FeedbackDraft>(() => emptyDraft);
// This is not the initial state, because hydration uses the initial state, which must match the prerendered page.
setState(readKept());

/** Store with the draft. It starts with the draft saved on this device, if any. */
export const feedbackDraft = store;

/**
 * Changes the draft and saves it on this device, if the browser allows it. An empty draft is removed from storage. A
 * draft with another text or address has no key yet.
 */
export function changeDraft({ text, email }: Pick<FeedbackDraft, 'text' | 'email'>): void {
  const before = store.getState();
  if (text === before.text && email === before.email) return;
  const next = { text, email };
  setState(next, true);
  try {
    if (text === '' && email === '') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is blocked or full: the draft lasts until the page is left.
  }
}

/**
 * Returns the key under which to send the draft, a UUID. An unchanged draft that is sent again after a failure has the
 * same key, so that the server stores it once.
 */
export function draftKey(): string {
  const { key = randomId() } = store.getState();
  setState({ key });
  return key;
}

function readKept(): FeedbackDraft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return isDraft(kept) ? { text: kept.text, email: kept.email } : emptyDraft;
  } catch {
    // Storage is blocked, or the entry is not valid JSON.
    return emptyDraft;
  }
}

function isDraft(value: unknown): value is FeedbackDraft {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('email' in value)) return false;
  return typeof value.text === 'string' && typeof value.email === 'string';
}
