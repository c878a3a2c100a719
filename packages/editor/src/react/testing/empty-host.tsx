import type { ReactNode } from 'react';

import type { Command } from '../../commands/define-command.ts';
import type { Persistence } from '../../persistence/create-persistence.ts';
import { type EditorHost, EditorHostProvider } from '../session/editor-host.tsx';
import { createSegmentationSession } from '../../session/segmentation-session.ts';

interface EmptyHostProps extends Pick<EditorHost, 'loadSegmenter'> {
  persistence?: Persistence;
  commands?: readonly Command[];
  children: ReactNode;
}

/** Host without an open image that cannot segment, for tests and stories of components that require a host. */
export function EmptyHost({ persistence, commands, loadSegmenter, children }: EmptyHostProps) {
  const host = {
    session: createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here'))),
    ...(persistence && { loadPersistence: () => Promise.resolve(persistence) }),
    ...(commands && { commands }),
    ...(loadSegmenter && { loadSegmenter }),
  };
  return <EditorHostProvider host={host}>{children}</EditorHostProvider>;
}
