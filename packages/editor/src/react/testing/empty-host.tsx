import type { ReactNode } from 'react';

import type { Command } from '../../commands/define-command.ts';
import type { Persistence } from '../../persistence/create-persistence.ts';
import { EditorHostProvider } from '../session/editor-host.tsx';
import { createSegmentationSession } from '../../session/segmentation-session.ts';

interface EmptyHostProps {
  persistence?: Persistence;
  commands?: readonly Command[];
  children: ReactNode;
}

/** A host with nothing open, which segments nothing: for components that ask for one. */
export function EmptyHost({ persistence, commands, children }: EmptyHostProps) {
  const host = {
    session: createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here'))),
    ...(persistence && { loadPersistence: () => Promise.resolve(persistence) }),
    ...(commands && { commands }),
  };
  return <EditorHostProvider host={host}>{children}</EditorHostProvider>;
}
