import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';

import type { Command } from '../../commands/define-command.ts';
import type { FetchImage } from '../../import/fetch-image.ts';
import type { Persistence } from '../../persistence/create-persistence.ts';
import type { EditorRegistries } from '../../registry/registries.ts';
import type { BackgroundPanel } from '../background/define-background-panel.ts';
import type { WordsStore } from '../../words/create-words.ts';
import type { SegmentationSession, SessionState } from '../../session/segmentation-session.ts';

/** Services of the page for everything that shows or edits its image. */
export interface EditorHost {
  /** The one image that is open. */
  readonly session: SegmentationSession;
  /** Loads what saves images on this device. Without it, nothing is saved, and nothing is said about saving. */
  readonly loadPersistence?: () => Promise<Persistence>;
  /** Registries that replace those of the package. Pass the same object on each render. */
  readonly registries?: Partial<EditorRegistries>;
  /** The panels of the backgrounds that `registries` adds. Give the same array each time. */
  readonly backgroundPanels?: readonly BackgroundPanel[];
  /** Loads what makes backgrounds from words: the same each time, so that it stays from image to image. Without it, none are made. */
  readonly loadWords?: () => Promise<WordsStore>;
  /** Fetches an image from the web; without it, no URL can be given. */
  readonly fetchImage?: FetchImage;
  /** Called when an image is about to come: a file is held over the page, or the file picker is pressed. */
  readonly onImageExpected?: () => void;
  /**
   * For one of several images, which is opened by itself: stands in the bar, in the place of the button for another image.
   * The image is then edited alone: it is not replaced, and not segmented again.
   */
  readonly itemActions?: ReactNode;
  /** Stands beneath Download: what the page has to say of its own. */
  readonly footer?: ReactNode;
  /** Commands that the page adds to the editor's. Pass the same array on each render: another one builds the list again. */
  readonly commands?: readonly Command[];
}

const HostContext = createContext<EditorHost | undefined>(undefined);

/** Put it once round every page that opens images. */
export function EditorHostProvider({ host, children }: { host: EditorHost; children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>;
}

/** @throws outside an `EditorHostProvider`. */
export function useEditorHost(): EditorHost {
  const host = use(HostContext);
  if (!host) throw new Error('useEditorHost needs an EditorHostProvider around it');
  return host;
}

/** @returns what opens, cancels and replaces the image; it never changes. */
export function useSession(): SegmentationSession {
  return useEditorHost().session;
}

/** @returns the open image, as it stands. */
export function useSessionState(): SessionState {
  return useStore(useSession());
}

/** @returns undefined until it is loaded, and for good where the host has none or it does not load. */
export function usePersistence(): Persistence | undefined {
  const { loadPersistence } = useEditorHost();
  const [persistence, setPersistence] = useState<Persistence>();
  useEffect(() => {
    let isGone = false;
    loadPersistence?.().then(
      (loaded) => !isGone && setPersistence(loaded),
      // The page says that nothing is saved by asking before work is lost.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [loadPersistence]);
  return persistence;
}
