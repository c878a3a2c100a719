import type { Conversion } from '@isola/convert';
import { useFileDrop } from '@isola/ui/drop-zone';
import { type ReactNode, Suspense, useEffect, useState } from 'react';

import { whenIdle } from '../../model/when-idle.ts';
import { lazyOptional } from '../lazy-optional.ts';
import type { OpenImage } from '../../session/session-state.ts';
import { DiscardQuestion } from '../session/discard-question.tsx';
import { useEditorHost } from '../session/editor-host.tsx';
import { OpeningNote } from '../session/opening-note.tsx';
import { areSeveralImages, ImportContext } from './import-context.ts';
import { useImagePaste } from './use-image-paste.ts';
import { useTransfer } from './use-transfer.tsx';

// If this code fails to load, the file picker still works.
const ImportOverlay = lazyOptional(async () => (await import('./import-parts.ts')).ImportOverlay);
const idleLimitMs = 2_000;

export interface ImageImportProps {
  /** Called when the session has accepted an image. */
  onAccepted?: () => void;
  /** Called with several images that arrive together. Without it, the first is opened, and `ImportNotes` says so. */
  onSeveral?: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Opens images that are dropped or pasted anywhere on the page. Render it once, around the content of the page. */
export function ImageImport({ onAccepted, onSeveral, children }: ImageImportProps) {
  const { session, onImageExpected } = useEditorHost();
  const [cameAtOnce, setCameAtOnce] = useState<readonly File[]>();
  const [isQuiet, setQuiet] = useState(false);
  const take = (files: File[], conversion?: Conversion) => {
    const [first, second] = files;
    if (!first) return;
    if (onSeveral && areSeveralImages(files)) return onSeveral(files);
    setCameAtOnce(second && files);
    void session.start(first, conversion).then((outcome) => outcome === 'accepted' && onAccepted?.());
  };
  const { receive, end, sheet } = useTransfer(take);
  const state = useFileDrop({ onFiles: take, onTransfer: (transfer) => receive(transfer, 'drop') });
  useImagePaste(take, (transfer) => receive(transfer, 'paste'));
  // A URL that is still being fetched must not replace an image that was opened after it.
  useEffect(() => {
    const imageOf = (state: OpenImage) => (state.state === 'empty' ? undefined : state.image);
    return session.subscribe((now, before) => {
      if (imageOf(now) !== imageOf(before)) end();
    });
  }, [session, end]);
  useEffect(() => whenIdle(() => setQuiet(true), idleLimitMs), []);
  useEffect(() => {
    if (state === 'over') onImageExpected?.();
  }, [state, onImageExpected]);
  return (
    <ImportContext value={{ take, state, isQuiet, cameAtOnce, dismissNote: () => setCameAtOnce(undefined) }}>
      {children}
      {sheet}
      <OpeningNote />
      <DiscardQuestion />
      {isQuiet && (
        <Suspense>
          <ImportOverlay />
        </Suspense>
      )}
    </ImportContext>
  );
}
