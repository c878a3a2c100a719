import { type Command, defineCommand, type FetchImage } from '@isola/editor';
import { EditorHostProvider } from '@isola/editor/react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';

import { NetworkLogButton } from './lazy-network-log-button.ts';
import { siteSegmenter, warmUp } from './site-segmenter.ts';
import { loadPersistence, siteSession } from './site-session.ts';

/** Few visitors open an image by its address, so that the code is loaded with the first one. */
const fetchImage: FetchImage = async (url, signal) => (await import('./fetch-image.ts')).fetchImage(url, signal);

/** Provides every page with the site's one open image, its autosave and the network log. */
export function SiteEditorHost({ children }: { children: ReactNode }) {
  const [isLogOpen, setLogOpen] = useState(false);
  const commands = useMemo(() => [networkLogCommand(() => setLogOpen(true)), airplaneCommand()], []);
  const host = {
    session: siteSession,
    loadSegmenter: siteSegmenter,
    loadPersistence,
    // This module imports the backend's client, which first visits shall not load.
    loadWords: async () => (await import('./site-words.ts')).loadWords(),
    fetchImage,
    onImageExpected: warmUp,
    commands,
    footer: (
      <Suspense fallback={null}>
        <NetworkLogButton about="image" open={isLogOpen} onOpenChange={setLogOpen} />
      </Suspense>
    ),
  };
  return <EditorHostProvider host={host}>{children}</EditorHostProvider>;
}

function networkLogCommand(open: () => void): Command {
  return defineCommand({
    id: 'network-log',
    keywords: ['privacy'],
    group: 'help',
    label: (t) => t('networkLog.title'),
    run: open,
  });
}

function airplaneCommand(): Command {
  return defineCommand({
    id: 'airplane-mode',
    keywords: ['privacy', 'offline', 'network'],
    group: 'help',
    label: (t) => t('networkLog.airplaneCommand'),
    run: () => void import('./airplane/airplane-mode.ts').then(({ toggleAirplane }) => toggleAirplane()),
  });
}
