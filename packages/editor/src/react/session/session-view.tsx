import { cn } from '@isola/ui/cn';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';

import { Inspector } from './inspector.tsx';
import { type EditorLoad, useLazyEditor } from './use-lazy-editor.ts';
import { ImageBar } from './image-bar.tsx';
import { ImageView } from './image-view.tsx';
import type { Editor } from '../../editor.ts';
import type { SessionState } from '../../session/segmentation-session.ts';
import type { EditorProblem } from './result-actions.tsx';
import { sessionGrid } from './session-grid.ts';
import { ResultView } from './result-view.tsx';
import { revealedResults } from './revealed-results.ts';
import { useEditorHost, useSession, useSessionState } from './editor-host.tsx';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';

export interface SessionViewProps {
  removal: Exclude<SessionState, { state: 'empty' }>;
}

/**
 * The image in the middle; above it what it is called, beside it (on a phone: beneath it) what can be done with it. With the
 * result come the editor's tools, in places that were theirs from the beginning: the image does not move. An editor that
 * does not load or fails leaves the result, which can be downloaded without it.
 */
export function SessionView({ removal }: SessionViewProps) {
  useCancelOnEscape(removal.state === 'working');
  // Fetched while the image is worked on, so that it is there with the result.
  const load = useLazyEditor();
  const loaded = load.state === 'ready' ? load : undefined;
  const done = removal.state === 'done' ? removal : undefined;
  useEffect(() => {
    // A first look has shown the background disappear already.
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

/** The image until there is a result: for a page that shows its results in a way of its own, and needs no editor. */
export function SegmentingView({ removal }: SessionViewProps) {
  useCancelOnEscape(removal.state === 'working');
  return (
    <SessionFrame removal={removal}>
      <PlainLayout removal={removal} problem={undefined} />
    </SessionFrame>
  );
}

function SessionFrame({ removal, children }: SessionViewProps & { children: ReactNode }) {
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

/** @returns what is shown until the editor is: the result where it was on the screen already, or the end of the wait with its first look. */
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
 * Opens the document of a finished removal in an editor, and closes it when the removal is gone.
 * @returns undefined until the editor's first frame can show the image and its cutout. Until then the image stays as it is,
 * so that no frame between the two is empty.
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

/** Without the editor: while there is no result, until the editor is loaded, and after it failed. */
function PlainLayout({ removal, problem }: SessionViewProps & { problem: EditorProblem | undefined }) {
  const { t } = useTranslation('tool');
  const { itemActions } = useEditorHost();
  return (
    <>
      <ImageBar name={removal.image.name}>{itemActions}</ImageBar>
      <div aria-hidden className="hidden border-e border-line bg-sheet [grid-area:rail] md:block" />
      <section aria-label={t('picture.label')} className="min-h-0 min-w-0 bg-sunk p-3 [grid-area:stage] lg:p-8">
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

function useCancelOnEscape(working: boolean): void {
  const session = useSession();
  useEffect(() => {
    if (!working) return undefined;
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) session.cancel();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [session, working]);
}
