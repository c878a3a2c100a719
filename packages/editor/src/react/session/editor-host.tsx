import type { Segmenter } from '@isola/segmenter';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';

import type { Command } from '../../commands/define-command.ts';
import type { FetchImage } from '../../import/fetch-image.ts';
import type { Persistence } from '../../persistence/create-persistence.ts';
import type { EditorRegistries } from '../../registry/registries.ts';
import type { BackgroundPanel } from '../background/define-background-panel.ts';
import type { WordsStore } from '../../words/create-words.ts';
import type { SegmentationSession } from '../../session/segmentation-session.ts';
import type { SessionState } from '../../session/session-state.ts';

/** Services of the page for the components that show or edit its image. */
export interface EditorHost {
  /** Session of the one open image. */
  readonly session: SegmentationSession;
  /** Loads the segmenter that finds objects by a click. Without it, the tools for objects are left out. */
  readonly loadSegmenter?: () => Promise<Pick<Segmenter, 'segment'>>;
  /** Loads the code that saves images on this device. Without it, nothing is saved and no note mentions saving. */
  readonly loadPersistence?: () => Promise<Persistence>;
  /** Registries that replace those of the package. Pass the same object on each render. */
  readonly registries?: Partial<EditorRegistries>;
  /** Panels of the backgrounds that `registries` adds. Pass the same array on each render. */
  readonly backgroundPanels?: readonly BackgroundPanel[];
  /**
   * Loads the store that makes backgrounds from words. It must resolve to the same store each time, so that the
   * backgrounds stay available from image to image. Without it, none are made.
   */
  readonly loadWords?: () => Promise<WordsStore>;
  /** Fetches an image from the web. Without it, no URL can be opened. */
  readonly fetchImage?: FetchImage;
  /** Called when an image will probably be opened: a file is dragged over the page, or the file picker is pressed. */
  readonly onImageExpected?: () => void;
  /**
   * Actions for one image of a batch, shown in the bar in place of the button for another image. When they are given,
   * the open image is not replaced and not segmented again.
   */
  readonly itemActions?: ReactNode;
  /** Element at the start of the editor's bar, such as the page's mark with its menu, when the page has no header. */
  readonly barStart?: ReactNode;
  /** True when the panel is closed at first, because the page has its own controls below the editor. */
  readonly isPanelClosed?: boolean;
  /** Content of the page that is shown below the panel. */
  readonly footer?: ReactNode;
  /**
   * Commands that the page adds to the editor's. Pass the same array on each render, because a new one rebuilds the
   * registry.
   */
  readonly commands?: readonly Command[];
}

const HostContext = createContext<EditorHost | undefined>(undefined);

/** Provides the services of the page. Render it once, around all content that opens or shows images. */
export function EditorHostProvider({ host, children }: { host: EditorHost; children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>;
}

/** @throws outside an `EditorHostProvider`. */
export function useEditorHost(): EditorHost {
  const host = use(HostContext);
  if (!host) throw new Error('useEditorHost needs an EditorHostProvider around it');
  return host;
}

/** @returns the session that opens, cancels and replaces the image. It never changes. */
export function useSession(): SegmentationSession {
  return useEditorHost().session;
}

/** @returns the current state of the session, with the open image. */
export function useSessionState(): SessionState {
  return useStore(useSession());
}

/**
 * @returns the host's persistence; undefined until it is loaded, and permanently if there is none or it fails to load.
 */
export function usePersistence(): Persistence | undefined {
  const { loadPersistence } = useEditorHost();
  const [persistence, setPersistence] = useState<Persistence>();
  useEffect(() => {
    let isGone = false;
    loadPersistence?.().then(
      (loaded) => !isGone && setPersistence(loaded),
      // No message is needed, because the page asks before unsaved work is lost.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [loadPersistence]);
  return persistence;
}
