import { loadBundle } from '@isola/i18n';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Persistence } from '../../persistence/create-persistence.ts';
import type * as EditorParts from '../editor-parts.ts';
import { useEditorHost } from './editor-host.tsx';

/** State of loading the editor's code and texts. If it fails, the result can still be viewed and downloaded. */
export type EditorLoad =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly parts: typeof EditorParts; readonly persistence: Persistence | undefined }
  | { readonly state: 'failed'; readonly retry: () => void }
  /** The browser has no web workers. */
  | { readonly state: 'unsupported' };

/** Loads the editor while the image is still being segmented. */
export function useLazyEditor(): EditorLoad {
  const { i18n } = useTranslation('tool');
  const { loadPersistence } = useEditorHost();
  const [load, setLoad] = useState<EditorLoad>(() => ({ state: 'Worker' in globalThis ? 'loading' : 'unsupported' }));
  useEffect(() => {
    let isGone = false;
    const start = async () => {
      setLoad({ state: 'loading' });
      try {
        const [parts, persistence] = await Promise.all([
          import('../editor-parts.ts'),
          loadPersistence?.(),
          loadBundle(i18n, 'editor'),
        ]);
        if (!isGone) setLoad({ state: 'ready', parts, persistence });
      } catch {
        if (!isGone) setLoad({ state: 'failed', retry: () => void start() });
      }
    };
    if ('Worker' in globalThis) void start();
    return () => {
      isGone = true;
    };
  }, [i18n, loadPersistence]);
  return load;
}
