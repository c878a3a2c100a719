import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const draft = { text: 'The ear lost its fur.', email: 'lin@example.com' };
const empty = { text: '', email: '' };

let kept: Map<string, string>;

/** Imports the module again, as after a page load. */
const visit = () => {
  vi.resetModules();
  return import('./feedback-draft.ts');
};

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

afterEach(() => vi.unstubAllGlobals());

test('feedback draft is restored on the next visit', async () => {
  const { changeDraft } = await visit();
  changeDraft(draft);
  const { feedbackDraft } = await visit();
  expect(feedbackDraft.getState()).toEqual(draft);
});

test('feedback draft is empty on a first visit', async () => {
  const { feedbackDraft } = await visit();
  expect(feedbackDraft.getState()).toEqual(empty);
});

test('an empty feedback draft is removed from storage', async () => {
  const { changeDraft, feedbackDraft } = await visit();
  changeDraft(draft);
  changeDraft(empty);
  expect(feedbackDraft.getState()).toEqual(empty);
  expect(kept.size).toBe(0);
});

test('feedback draft calls listeners for every change until they unsubscribe', async () => {
  const { changeDraft, feedbackDraft } = await visit();
  const listener = vi.fn<() => void>();
  const stop = feedbackDraft.subscribe(listener);
  changeDraft(draft);
  expect(listener).toHaveBeenCalledOnce();
  stop();
  changeDraft(empty);
  expect(listener).toHaveBeenCalledOnce();
});

test.each(['', 'null', '7', '"text"', '{}', '{"text":"a"}', '{"text":1,"email":""}', '{"text":'])(
  'feedback draft ignores the invalid stored value %s',
  async (foreign) => {
    const { changeDraft } = await visit();
    changeDraft(draft);
    for (const key of kept.keys()) kept.set(key, foreign);
    const { feedbackDraft } = await visit();
    expect(feedbackDraft.getState()).toEqual(empty);
  },
);

test('feedback draft lasts for the visit when storage is blocked', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const { changeDraft, feedbackDraft } = await visit();
  expect(feedbackDraft.getState()).toEqual(empty);
  changeDraft(draft);
  expect(feedbackDraft.getState()).toEqual(draft);
});

test('feedback draft keeps its key until its text or address changes', async () => {
  const { changeDraft, draftKey } = await visit();
  changeDraft(draft);
  const key = draftKey();
  changeDraft({ ...draft });
  expect(draftKey()).toBe(key);
  changeDraft({ ...draft, email: '' });
  const other = draftKey();
  changeDraft(draft);
  expect(new Set([key, other, draftKey()]).size).toBe(3);
});
