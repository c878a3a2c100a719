import { loadBundle } from '@isola/i18n';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type * as EditorParts from './editor/editor.ts';

/** The editor's code and words. A failed load leaves the result as it is: it can be seen and downloaded without them. */
export type EditorLoad =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly editor: typeof EditorParts }
  | { readonly state: 'failed'; readonly retry: () => void }
  /** The browser has no workers. */
  | { readonly state: 'unsupported' };

let load: EditorLoad = { state: 'loading' };
let isStarted = false;
const listeners = new Set<() => void>();

function setLoad(next: EditorLoad): void {
  load = next;
  for (const listener of listeners) listener();
}

/** Starts loading the editor, once for the page. */
export function useEditor(): EditorLoad {
  const { i18n } = useTranslation('tool');
  useEffect(() => {
    const start = async () => {
      setLoad({ state: 'loading' });
      try {
        const [editor] = await Promise.all([import('./editor/editor.ts'), loadBundle(i18n, 'editor')]);
        setLoad({ state: 'ready', editor });
      } catch {
        setLoad({ state: 'failed', retry: () => void start() });
      }
    };
    if (isStarted) return;
    isStarted = true;
    if ('Worker' in globalThis) void start();
    else setLoad({ state: 'unsupported' });
  }, [i18n]);
  return useSyncExternalStore(subscribe, getLoad, getLoad);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getLoad(): EditorLoad {
  return load;
}
