import { createStore } from 'zustand/vanilla';

/** Text that was typed and not sent yet. */
export interface FeedbackDraft {
  readonly text: string;
  readonly email: string;
}

export const emptyDraft: FeedbackDraft = { text: '', email: '' };

const storageKey = 'feedback-draft';

const { setState, ...store } = createStore<FeedbackDraft>(() => emptyDraft);
// Later than the first state, which is that of the prerendered page.
setState(readKept());

/** The draft of this visit; at first what was kept on this device, if anything was. */
export const feedbackDraft = store;

/** Takes the draft over and keeps it on this device, where the browser allows; an empty one is forgotten. */
export function changeDraft(next: FeedbackDraft): void {
  setState(next);
  try {
    if (next.text === '' && next.email === '') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is closed or full: the draft holds until the page is left.
  }
}

function readKept(): FeedbackDraft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return isDraft(kept) ? { text: kept.text, email: kept.email } : emptyDraft;
  } catch {
    // This page may not use storage, or the entry was not written by this code.
    return emptyDraft;
  }
}

function isDraft(value: unknown): value is FeedbackDraft {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('email' in value)) return false;
  return typeof value.text === 'string' && typeof value.email === 'string';
}
