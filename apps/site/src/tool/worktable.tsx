import type { Segmentation } from '@isola/segmenter';
import { cn } from '@isola/ui/cn';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Inspector } from './inspector.tsx';
import { type EditorLoad, useEditor } from './lazy-editor.ts';
import { PhotoBar } from './photo-bar.tsx';
import { PhotoView } from './photo-view.tsx';
import type { Photo, RemovalState } from './removal.ts';
import type { EditorProblem } from './result-actions.tsx';
import { ResultView } from './result-view.tsx';
import { revealedResults } from './revealed-results.ts';
import { siteRemoval } from './site-removal.ts';
import { useRemoval } from './use-removal.ts';

export interface WorktableProps {
  removal: Exclude<RemovalState, { state: 'empty' }>;
}

/**
 * The photo in the middle; above it what it is called, beside it (on a phone: beneath it) what can be done with it. With the
 * result come the editor's tools, in places that were theirs from the beginning: the photo does not move. An editor that
 * does not load or fails leaves the result, which can be downloaded without it.
 */
export function Worktable({ removal }: WorktableProps) {
  useCancelOnEscape(removal.state === 'working');
  // Fetched while the photo is worked on, so that it is there with the result.
  const load = useEditor();
  return (
    <div
      data-slot="worktable"
      data-state={removal.state}
      {...(removal.state === 'done' && { 'data-realm': removal.result.run.realm })}
      className={cn(
        'grid min-h-0 flex-1',
        "max-lg:grid-cols-[minmax(0,1fr)] max-lg:grid-rows-[3rem_minmax(0,1fr)_auto_auto_auto] max-lg:[grid-template-areas:'bar''stage''panel''rail''take']",
        "lg:grid-cols-[5.75rem_minmax(0,1fr)_20rem] lg:grid-rows-[3rem_minmax(0,1fr)_auto] lg:[grid-template-areas:'bar_bar_bar''rail_stage_panel''rail_stage_take']",
      )}
    >
      {removal.state === 'done' && load.state === 'ready' ? (
        <EditorOrResult editor={load.editor} removal={removal} />
      ) : (
        <PlainTable removal={removal} problem={problemOf(load)} />
      )}
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
  editor: Extract<EditorLoad, { state: 'ready' }>['editor'];
  removal: Extract<WorktableProps['removal'], { state: 'done' }>;
}

function EditorOrResult({ editor, removal }: EditorOrResultProps) {
  const { photo, result } = removal;
  const isPrepared = usePrepared(editor, photo, result);
  // Anew with each photo, and with another result of the same one.
  const key = `${photo.url} ${result.png.size}`;
  if (!isPrepared) return <PlainTable removal={asBefore(removal)} problem={undefined} />;
  return (
    <CatchBoundary getResetKey={() => key} onCatch={(error) => reportError(error)} errorComponent={CrashedEditor}>
      <editor.Workbench key={key} photo={photo} result={result} />
    </CatchBoundary>
  );
}

/** @returns what is shown until the editor is: the result where it was on the screen already, or the end of the wait. */
function asBefore({ photo, result, ...opening }: EditorOrResultProps['removal']): WorktableProps['removal'] {
  if (revealedResults.has(result)) return { photo, result, ...opening };
  const progress = { stage: 'complete', loaded: 1, total: 1, unit: 'steps' } as const;
  return { ...opening, state: 'working', photo, progress, stageStartedAtMs: 0, previous: result };
}

/**
 * @returns whether the editor's first frame can show the photo and its cutout. Until then the photo stays as it is, so that
 * no frame between the two is empty.
 */
function usePrepared(editor: EditorOrResultProps['editor'], photo: Photo, result: Segmentation): boolean {
  const [prepared, setPrepared] = useState<Segmentation>();
  useEffect(() => {
    const own = new AbortController();
    void editor.prepareEditor(photo, result, own.signal).then(() => {
      if (!own.signal.aborted) setPrepared(result);
    });
    // The pictures are freed; a workbench that is there leaves at the same time.
    return () => own.abort();
  }, [editor, photo, result]);
  return prepared === result;
}

function CrashedEditor({ reset }: ErrorComponentProps) {
  const removal = useRemoval();
  if (removal.state === 'empty') return null;
  return <PlainTable removal={removal} problem={{ kind: 'crashed', retry: reset }} />;
}

/** Without the editor: while there is no result, until the editor is loaded, and after it failed. */
function PlainTable({ removal, problem }: WorktableProps & { problem: EditorProblem | undefined }) {
  const { t } = useTranslation('tool');
  return (
    <>
      <PhotoBar name={removal.photo.name} />
      <div aria-hidden className="hidden border-e border-line bg-sheet [grid-area:rail] lg:block" />
      <section aria-label={t('picture.label')} className="min-h-0 min-w-0 bg-sunk p-3 [grid-area:stage] lg:p-8">
        {removal.state === 'done' ? (
          <ResultView photo={removal.photo} result={removal.result} />
        ) : (
          <PhotoView photo={removal.photo} />
        )}
      </section>
      <Inspector removal={removal} problem={problem} />
    </>
  );
}

function useCancelOnEscape(working: boolean): void {
  useEffect(() => {
    if (!working) return undefined;
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) siteRemoval.cancel();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [working]);
}
