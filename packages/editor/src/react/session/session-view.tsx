import { cn } from '@isola/ui/cn';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';

import { loadFailureWords } from './failure-banner.tsx';
import { Inspector } from './inspector.tsx';
import { type EditorLoad, useLazyEditor } from './use-lazy-editor.ts';
import { ImageBar } from './image-bar.tsx';
import { ImageView } from './image-view.tsx';
import type { Editor } from '../../editor.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { EditorProblem } from './result-actions.tsx';
import { sessionGrid } from './session-grid.ts';
import { ResultView } from './result-view.tsx';
import { revealedResults } from './revealed-results.ts';
import { useCancelOnEscape } from './use-cancel-on-escape.ts';
import { useEditorHost, useSessionState } from './editor-host.tsx';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';

export interface SessionViewProps {
  removal: Exclude<SessionState, { state: 'empty' }>;
}

/**
 * Shows the open image with its name above it and the possible actions next to it (on a phone: below it). The editor's
 * tools appear with the result, in areas that are reserved from the beginning, so that the image does not move. If the
 * editor does not load or crashes, the result can still be downloaded.
 */
export function SessionView({ removal }: SessionViewProps) {
  useCancelOnEscape(removal.state === 'working');
  // The editor is loaded while the image is being segmented, so that it is ready when the result is.
  const load = useLazyEditor();
  const loaded = load.state === 'ready' ? load : undefined;
  const done = removal.state === 'done' ? removal : undefined;
  useEffect(() => {
    // A preview of the cutout has already shown the background disappear.
    if (done?.mask) revealedResults.add(done.segmentation);
  }, [done]);
  const editor = useOpenEditor(loaded, done);
  return (
    <SessionFrame removal={removal}>
      {loaded && done && editor ? (
        <EditorOrCrash parts={loaded.parts} editor={editor} removal={done} />
      ) : (
        <PlainLayout removal={loaded && done ? asBefore(done) : removal} problem={problemOf(load)} />
      )}
    </SessionFrame>
  );
}

/** Shows the image while there is no result, for pages that show results in their own way and need no editor. */
export function SegmentingView({ removal }: SessionViewProps) {
  useCancelOnEscape(removal.state === 'working');
  return (
    <SessionFrame removal={removal}>
      <PlainLayout removal={removal} problem={undefined} />
    </SessionFrame>
  );
}

function SessionFrame({ removal, children }: SessionViewProps & { children: ReactNode }) {
  const { i18n } = useTranslation('tool');
  useEffect(() => {
    // The connection may be lost while the model is being downloaded.
    loadFailureWords(i18n).catch(() => undefined);
  }, [i18n]);
  return (
    <div
      data-slot="session-view"
      data-state={removal.state}
      {...(removal.state === 'done' && { 'data-thread': removal.segmentation.run.thread })}
      className={cn('min-h-0 flex-1', sessionGrid)}
    >
      {children}
    </div>
  );
}

function problemOf(load: EditorLoad): EditorProblem | undefined {
  switch (load.state) {
    case 'failed':
      return { kind: 'missing', retry: load.retry };
    case 'unsupported':
      return { kind: 'unsupported' };
    case 'loading':
    case 'ready':
      return undefined;
    default:
      return load satisfies never;
  }
}

type DoneRemoval = Extract<SessionViewProps['removal'], { state: 'done' }>;
type LoadedEditor = Extract<EditorLoad, { state: 'ready' }>;

interface EditorOrCrashProps {
  parts: LoadedEditor['parts'];
  editor: Editor;
  removal: DoneRemoval;
}

function EditorOrCrash({ parts, editor, removal: { image, segmentation } }: EditorOrCrashProps) {
  // A new editor for each image, and a new layout for each segmentation of it.
  const key = `${image.url} ${segmentation.run.timingsMs.complete}`;
  return (
    <ErrorBoundary resetKeys={[key]} onError={(error) => reportError(error)} FallbackComponent={CrashedEditor}>
      <parts.EditorLayout key={key} editor={editor} />
    </ErrorBoundary>
  );
}

/**
 * @returns the state to show until the editor is ready: the result if it was shown before, else the end of the
 *   segmentation, with its preview if there is one.
 */
function asBefore({
  image,
  mask,
  segmentation: result,
  document,
  ...opening
}: DoneRemoval): SessionViewProps['removal'] {
  if (!mask && revealedResults.has(result)) return { image, segmentation: result, document, ...opening };
  const progress = { stage: 'complete', loaded: 1, total: 1, unit: 'steps' } as const;
  return {
    ...opening,
    state: 'working',
    image,
    ...(mask && { mask }),
    progress,
    stageStartedAtMs: 0,
    previous: { segmentation: result, document },
  };
}

/**
 * Opens the document of a finished segmentation in an editor, and disposes the editor when the document is closed.
 * @returns undefined until the editor's first frame can show the image and its cutout. Until then the previous view
 * stays, so that no empty frame is shown in between.
 */
function useOpenEditor(loaded: LoadedEditor | undefined, done: DoneRemoval | undefined): Editor | undefined {
  const { registries } = useEditorHost();
  const create = loaded?.parts.createEditor;
  const autosave = loaded?.persistence?.autosave;
  const document = done?.document;
  const segmentation = done?.segmentation;
  const latest = useRef(segmentation);
  const [editor, setEditor] = useState<Editor>();
  const [prepared, setPrepared] = useState<ImageSegmentation>();
  useEffect(() => {
    latest.current = segmentation;
  }, [segmentation]);
  useEffect(() => {
    if (!create || !document || !latest.current) return undefined;
    const opened = create({ document, segmentation: latest.current, autosave, registries });
    setEditor(opened);
    return () => {
      opened.dispose();
      setEditor(undefined);
    };
  }, [create, document, autosave, registries]);
  useEffect(() => {
    if (!editor || !segmentation) return undefined;
    let isGone = false;
    editor.replaceSegmentation(segmentation);
    void editor.prepare().then(() => !isGone && setPrepared(segmentation));
    return () => {
      isGone = true;
    };
  }, [editor, segmentation]);
  return document && editor?.document === document && prepared === segmentation ? editor : undefined;
}

function CrashedEditor({ resetErrorBoundary }: FallbackProps) {
  const removal = useSessionState();
  if (removal.state === 'empty') return null;
  return <PlainLayout removal={removal} problem={{ kind: 'crashed', retry: resetErrorBoundary }} />;
}

/** Layout without the editor: while there is no result, until the editor is loaded, and after it has failed. */
function PlainLayout({ removal, problem }: SessionViewProps & { problem: EditorProblem | undefined }) {
  const { t } = useTranslation('tool');
  const { itemActions } = useEditorHost();
  return (
    <>
      <ImageBar name={removal.image.name}>{itemActions}</ImageBar>
      <div
        aria-hidden
        className="hidden border-e border-line bg-sheet [grid-area:rail] md:block md:portrait:border-t"
      />
      <section aria-label={t('picture.label')} className="min-h-0 min-w-0 bg-sunk p-3 [grid-area:stage] md:p-8">
        {removal.state === 'done' ? (
          <ResultView image={removal.image} result={removal.segmentation} wasPreviewed={removal.mask !== undefined} />
        ) : (
          <ImageView image={removal.image} mask={removal.state === 'working' ? removal.mask : undefined} />
        )}
      </section>
      <Inspector removal={removal} problem={problem} />
    </>
  );
}
