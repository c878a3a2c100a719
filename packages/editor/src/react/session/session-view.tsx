import { cn } from '@isola/ui/cn';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';

import { Inspector } from './inspector.tsx';
import { type EditorLoad, useLazyEditor } from './use-lazy-editor.ts';
import { ImageBar } from './image-bar.tsx';
import { ImageView } from './image-view.tsx';
import type { ImageDocument } from '../../document/image-document.ts';
import type { createEditor, Editor } from '../../editor.ts';
import type { Autosave } from '../../persistence/autosave.ts';
import type { SessionState } from '../../session/segmentation-session.ts';
import type { EditorProblem } from './result-actions.tsx';
import { sessionGrid } from './session-grid.ts';
import { ResultView } from './result-view.tsx';
import { revealedResults } from './revealed-results.ts';
import { useEditorHost, useSession, useSessionState } from './editor-host.tsx';
import type { ImageSegmentation } from '../../session/image-segmentation.ts';

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
  return (
    <SessionFrame removal={removal}>
      {removal.state === 'done' && load.state === 'ready' ? (
        <EditorOrResult load={load} removal={removal} />
      ) : (
        <PlainLayout removal={removal} problem={problemOf(load)} />
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

interface EditorOrResultProps {
  load: Extract<EditorLoad, { state: 'ready' }>;
  removal: Extract<SessionViewProps['removal'], { state: 'done' }>;
}

function EditorOrResult({ load: { parts, persistence }, removal }: EditorOrResultProps) {
  const { image, segmentation: result, document } = removal;
  const editor = useOpenEditor(parts.createEditor, document, result, persistence?.autosave);
  if (!editor) return <PlainLayout removal={asBefore(removal)} problem={undefined} />;
  // A new editor for each image, and a new layout for each segmentation of it.
  const key = `${image.url} ${result.run.timingsMs.complete}`;
  return (
    <ErrorBoundary resetKeys={[key]} onError={(error) => reportError(error)} FallbackComponent={CrashedEditor}>
      <parts.EditorLayout key={key} editor={editor} />
    </ErrorBoundary>
  );
}

/** @returns what is shown until the editor is: the result where it was on the screen already, or the end of the wait. */
function asBefore({
  image,
  segmentation: result,
  document,
  ...opening
}: EditorOrResultProps['removal']): SessionViewProps['removal'] {
  if (revealedResults.has(result)) return { image, segmentation: result, document, ...opening };
  const progress = { stage: 'complete', loaded: 1, total: 1, unit: 'steps' } as const;
  return {
    ...opening,
    state: 'working',
    image,
    progress,
    stageStartedAtMs: 0,
    previous: { segmentation: result, document },
  };
}

/**
 * Opens the document in an editor, and closes it with the component.
 * @returns undefined until the editor's first frame can show the image and its cutout. Until then the image stays as it is,
 * so that no frame between the two is empty.
 */
function useOpenEditor(
  create: typeof createEditor,
  document: ImageDocument,
  segmentation: ImageSegmentation,
  autosave: Autosave | undefined,
): Editor | undefined {
  const { registries } = useEditorHost();
  const latest = useRef(segmentation);
  const [editor, setEditor] = useState<Editor>();
  const [prepared, setPrepared] = useState<ImageSegmentation>();
  useEffect(() => {
    latest.current = segmentation;
  }, [segmentation]);
  useEffect(() => {
    const opened = create({ document, segmentation: latest.current, autosave, registries });
    setEditor(opened);
    return () => opened.dispose();
  }, [create, document, autosave, registries]);
  useEffect(() => {
    if (!editor) return undefined;
    let isGone = false;
    editor.replaceSegmentation(segmentation);
    void editor.prepare().then(() => !isGone && setPrepared(segmentation));
    return () => {
      isGone = true;
    };
  }, [editor, segmentation]);
  return editor?.document === document && prepared === segmentation ? editor : undefined;
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
          <ResultView image={removal.image} result={removal.segmentation} />
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
