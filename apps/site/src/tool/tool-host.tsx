import { EditorHostProvider, useEditorHost } from '@isola/editor/react';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';

import { siteSession } from './site-session.ts';
import { isReloaded, reopenIn, type ToolId, toolSession } from './tool-session.ts';

const ToolContext = createContext<ToolId>('single');

/** Returns the tool of the page. */
export const useTool = (): ToolId => use(ToolContext);

/**
 * Provides a page with the site's open image, if it was opened in the page's tool. Images of other tools are shown only
 * on request. After a reload, the tool reopens its image.
 */
export function ToolHost({ tool, children }: { tool: ToolId; children: ReactNode }) {
  const outer = useEditorHost();
  // Stories use a session of their own, which is not shared with other tools.
  const isShared = outer.session === siteSession;
  const host = useMemo(
    // The page of backgrounds from words has its prompt below the editor.
    () => ({ ...outer, ...(isShared && { session: toolSession(tool) }), isPanelClosed: tool === 'aiBackground' }),
    [isShared, outer, tool],
  );
  useEffect(() => {
    // If the code for reopening fails to load, the image stays saved and is offered below the drop zone next time.
    if (isShared && isReloaded(tool)) void reopenIn(tool).catch(() => undefined);
  }, [isShared, tool]);
  return (
    <ToolContext value={tool}>
      <EditorHostProvider host={host}>{children}</EditorHostProvider>
    </ToolContext>
  );
}
