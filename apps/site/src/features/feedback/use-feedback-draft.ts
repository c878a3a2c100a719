import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';

import { changeDraft, emptyDraft, type FeedbackDraft, feedbackDraft } from './feedback-draft.ts';

/**
 * Returns the contents of the form. In the first render they are empty, as in the prerendered page. After that they are
 * the input typed before hydration or, without such input, the saved draft.
 */
export function useFeedbackDraft(form: RefObject<HTMLFormElement | null>): FeedbackDraft {
  useEffect(() => {
    const typed = form.current ? draftIn(form.current) : emptyDraft;
    if (typed.text || typed.email) changeDraft(typed);
  }, [form]);
  return useStore(feedbackDraft);
}

function draftIn(form: HTMLFormElement): FeedbackDraft {
  const data = new FormData(form);
  const valueOf = (name: keyof FeedbackDraft) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { text: valueOf('text'), email: valueOf('email') };
}
