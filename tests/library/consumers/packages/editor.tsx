import './editor.css';

import { createSegmentationSession } from '@isola/editor';
import { EditorHostProvider, ImageDrop, ImageImport, SessionView, useSessionState } from '@isola/editor/react';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words/editor';
import { createSegmenter } from '@isola/segmenter';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';

const session = createSegmentationSession(() =>
  Promise.resolve(createSegmenter({ manifestUrl: '/models/manifest.json' })),
);

function Page() {
  const state = useSessionState();
  return (
    <ImageImport>
      <div className="flex h-dvh flex-col">
        {state.state === 'empty' ? <ImageDrop layout="stack" /> : <SessionView removal={state} />}
      </div>
    </ImageImport>
  );
}

const root = document.getElementById('root');
if (root) {
  const i18n = await createI18n('de', ['common', 'editor', 'tool', 'errors', 'messages'], importWords);
  createRoot(root).render(
    <I18nextProvider i18n={i18n}>
      <EditorHostProvider host={{ session }}>
        <Page />
      </EditorHostProvider>
    </I18nextProvider>,
  );
}
