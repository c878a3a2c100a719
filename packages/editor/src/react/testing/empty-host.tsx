import type { ReactNode } from 'react';

import type { Persistence } from '../../persistence/create-persistence.ts';
import { EditorHostProvider } from '../session/editor-host.tsx';
import { createSegmentationSession } from '../../session/segmentation-session.ts';

/** A host with nothing open, which segments nothing: for components that ask for one. */
export function EmptyHost({ persistence, children }: { persistence?: Persistence; children: ReactNode }) {
  const host = {
    session: createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here'))),
    ...(persistence && { loadPersistence: () => Promise.resolve(persistence) }),
  };
  return <EditorHostProvider host={host}>{children}</EditorHostProvider>;
}
