import { EditorHostProvider, useEditorHost } from '@isola/editor/react';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';

import { siteSession } from './site-session.ts';
import { isReloaded, reopenIn, type ToolId, toolSession } from './tool-session.ts';

const ToolContext = createContext<ToolId>('single');

/** @returns the tool of the page. */
export const useTool = (): ToolId => use(ToolContext);

/**
 * Gives a page the site's open image as its tool shows it: an image of another tool does not follow a person unasked. After a
 * reload in the middle of work, the work is there again.
 */
export function ToolHost({ tool, children }: { tool: ToolId; children: ReactNode }) {
  const outer = useEditorHost();
  // A story brings a session of its own, which no other tool shares.
  const isShared = outer.session === siteSession;
  const host = useMemo(() => (isShared ? { ...outer, session: toolSession(tool) } : outer), [isShared, outer, tool]);
  useEffect(() => {
    // An image that the network does not bring now is still saved, and offered beneath the drop zone the next time.
    if (isShared && isReloaded(tool)) void reopenIn(tool).catch(() => undefined);
  }, [isShared, tool]);
  return (
    <ToolContext value={tool}>
      <EditorHostProvider host={host}>{children}</EditorHostProvider>
    </ToolContext>
  );
}
