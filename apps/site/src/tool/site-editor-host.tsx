import { EditorHostProvider, lazyOptional } from '@isola/editor/react';
import { type ReactNode, Suspense } from 'react';

import { loadPersistence, siteSession } from './site-session.ts';

const LedgerButton = lazyOptional(async () => (await import('./network-log/network-log-button.tsx')).NetworkLogButton);

const host = {
  session: siteSession,
  loadPersistence,
  footer: (
    <Suspense fallback={null}>
      <LedgerButton />
    </Suspense>
  ),
};

/** Gives every page the site's one open image, what saves it, and what the page says of the network. */
export function SiteEditorHost({ children }: { children: ReactNode }) {
  return <EditorHostProvider host={host}>{children}</EditorHostProvider>;
}
