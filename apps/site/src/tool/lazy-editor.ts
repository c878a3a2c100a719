import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type * as EditorParts from './editor/editor.ts';

type Editor = typeof EditorParts;

let editor: Editor | undefined;
const listeners = new Set<() => void>();

/**
 * @returns the editor's parts, once its code and its words are here. Until then, or if the network fails, whoever asks does without: a
 * result can be seen and taken away all the same.
 */
export function useEditor(): Editor | undefined {
  const { i18n } = useTranslation('tool');
  useEffect(() => {
    if (editor) return;
    void Promise.all([import('./editor/editor.ts'), i18n.loadNamespaces('editor')]).then(
      ([module]) => {
        editor = module;
        for (const listener of listeners) listener();
      },
      () => undefined,
    );
  }, [i18n]);
  return useSyncExternalStore(subscribe, getEditor, getEditor);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getEditor(): Editor | undefined {
  return editor;
}
