import { cn } from '@isola/ui/cn';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Editor } from '../../editor.ts';
import { untilSettled } from '../../history/until-settled.ts';
import { mattesOf } from '../../rendering/mattes-of.ts';
import { applyCandidate, frameOf, isApplied } from '../../words/apply-candidate.ts';
import type { Candidate, WordsFailureCode } from '../../words/background-maker.ts';
import type { WordsStore } from '../../words/create-words-store.ts';
import { CandidateStrip } from './candidate-strip.tsx';
import { MakerChoice } from './maker-choice.tsx';
import { WordsFailureNote } from './words-failure-note.tsx';
import { WordsForm } from './words-form.tsx';
import { useWordsStore } from './use-words-store.ts';
import { WordsProgress } from './words-progress.tsx';

export interface WordsToolProps {
  /** Without the segmentation, the subject stays where it is. */
  editor: Pick<Editor, 'document' | 'registries'> & { readonly segmentation?: Editor['segmentation'] | undefined };
  /** `panel` is a narrow column. `bar` spans the page below the stage. */
  layout: 'panel' | 'bar';
}

/**
 * Tool that makes backgrounds from words: prompt, progress and four candidates. It renders nothing while no maker is
 * known.
 */
export function WordsTool(props: WordsToolProps) {
  const store = useWordsStore();
  return store && <Offered store={store} {...props} />;
}

function Offered({ store, ...props }: WordsToolProps & { store: WordsStore }) {
  const hasMaker = useStore(store, ({ makers }) => makers !== null && makers.length > 0);
  const isElsewhere = useStore(store, ({ isBeneathStage }) => isBeneathStage) && props.layout === 'panel';
  const { layout } = props;
  useEffect(() => (layout === 'bar' ? store.showBeneathStage() : undefined), [store, layout]);
  return hasMaker && !isElsewhere && <Loaded store={store} {...props} />;
}

function Loaded({ store, editor, layout }: WordsToolProps & { store: WordsStore }) {
  const { document, registries } = editor;
  const { t } = useTranslation(['editor', 'messages']);
  const title = useId();
  const { makers, making, made, failure } = useStore(store);
  const [words, setWords] = useState(() => store.getState().made?.words ?? '');
  const [isNotApplied, setNotApplied] = useState(false);
  const [isNew, setNew] = useState(false);
  const tool = useRef<HTMLElement>(null);
  const isChosen = useStore(document.history, ({ state }) =>
    (made?.candidates ?? []).some((each) => isApplied(document, state, each)),
  );
  const frame = () => frameOf(document, mattesOf(editor)[0]);
  const apply = (candidate: Candidate) => {
    try {
      applyCandidate(document, candidate, registries.backgrounds, mattesOf(editor));
      setNotApplied(false);
    } catch {
      setNotApplied(true);
    }
  };
  /** Sets the first new background at once. The arrow keys then move on from it. */
  const takeFirst = async (isMade: Promise<boolean>) => {
    const hadFocus = isOfTool(tool.current);
    setNew(false);
    if (!(await isMade)) return;
    await untilSettled(document.history);
    setNew(true);
    const [first] = store.getState().made?.candidates ?? [];
    if (first) apply(first);
    if (hadFocus && isOfTool(tool.current)) requestAnimationFrame(() => focusChosen(tool.current));
  };
  const start = (chosen: string) => {
    setWords(chosen);
    void takeFirst(store.make(chosen, frame()));
  };
  const paintHere = () => {
    store.chooseMaker('device');
    start(words);
  };
  const canPaintHere = makers !== null && makers.length > 1 && failure !== null;
  const isWide = layout === 'bar';
  return (
    <section
      ref={tool}
      aria-labelledby={title}
      data-slot="words-tool"
      data-state={making ? 'making' : failure ? 'failed' : made ? 'made' : 'empty'}
      className={cn('grid gap-3', isWide && 'items-start gap-x-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]')}
    >
      <h4 id={title} className="sr-only">
        {t('words.title')}
      </h4>
      <div className="flex min-w-0 flex-col gap-2">
        <WordsForm
          store={store}
          words={words}
          onWordsChange={setWords}
          onStart={start}
          layout={layout}
          isAccent={isWide && !isChosen}
        />
        {making && <WordsProgress making={making} />}
        {failure && !isOfTheField(failure.code) && (
          <WordsFailureNote
            failure={{ ...failure, code: failure.code }}
            maker={makers?.find(({ kind }) => kind === 'provider')?.name ?? ''}
            onDismiss={store.dismiss}
            {...(canPaintHere && { onPaintHere: paintHere })}
          />
        )}
        {isNotApplied && (
          <WordsFailureNote failure={{ code: 'not-applied' }} maker="" onDismiss={() => setNotApplied(false)} />
        )}
        <div className={cn(isWide && made && 'max-sm:hidden')}>
          <MakerChoice store={store} />
        </div>
      </div>
      {made && (
        <div className="min-w-0">
          <CandidateStrip
            made={made}
            document={document}
            layout={layout}
            isBusy={making !== null}
            onChoose={apply}
            onOthers={() => void takeFirst(store.makeOthers(frame()))}
            onAlike={(like) => void takeFirst(store.makeAlike(like, frame()))}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {isNew && !making && t('messages:generation.done')}
      </p>
    </section>
  );
}

/** Returns whether the focus is inside the tool. */
function isOfTool(tool: HTMLElement | null): boolean {
  return tool?.contains(tool.ownerDocument.activeElement) ?? false;
}

/** Moves the focus to the chosen background. Without a visible ring, unless the keyboard is in use. */
function focusChosen(tool: HTMLElement | null): void {
  tool?.querySelector<HTMLElement>('input[type=radio]:checked')?.focus({ preventScroll: true });
}

/** Returns whether the failure is shown by the field itself. */
function isOfTheField(code: WordsFailureCode): code is 'words-missing' | 'words-too-long' {
  return code === 'words-missing' || code === 'words-too-long';
}
