import { loadBundle } from '@isola/i18n';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { WordsStore } from '../../words/create-words.ts';
import { useEditorHost } from '../session/editor-host.tsx';

/**
 * Loads the host's store for backgrounds from words, which is the same for all images.
 * @returns undefined until the store and its texts are loaded, and permanently if the host has none.
 */
export function useWordsStore(): WordsStore | undefined {
  const { loadWords } = useEditorHost();
  const { i18n } = useTranslation('tool');
  const { language } = i18n;
  const [ready, setReady] = useState<{ readonly store: WordsStore; readonly language: string }>();
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const [store] = await Promise.all([loadWords?.(), loadBundle(i18n, 'editor'), loadBundle(i18n, 'messages')]);
      if (store && !isGone) setReady({ store, language });
    };
    // If the makers fail to load, the other backgrounds still work.
    void load().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [loadWords, i18n, language]);
  return ready?.language === language ? ready.store : undefined;
}
