import './editor.css';

import { createSegmentationSession } from '@isola/editor';
import { EditorHostProvider, RefusalBanner, SessionView, useSession, useSessionState } from '@isola/editor/react';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { createSegmenter } from '@isola/segmenter';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';

const session = createSegmentationSession(() =>
  Promise.resolve(createSegmenter({ manifestUrl: '/models/manifest.json' })),
);

function Page() {
  const state = useSessionState();
  const { start } = useSession();
  if (state.state !== 'empty') {
    return (
      <div className="flex h-dvh flex-col">
        <SessionView removal={state} />
      </div>
    );
  }
  return (
    <>
      <RefusalBanner />
      <input
        type="file"
        aria-label="Bild"
        onChange={({ target }) => target.files?.[0] && void start(target.files[0])}
      />
    </>
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
