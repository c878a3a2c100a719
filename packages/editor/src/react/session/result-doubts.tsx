import type { DisputedPart } from '@isola/segmenter';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import type { TFunction } from 'i18next';
import { type ReactNode, type Ref, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { BrushStore, BrushTool } from '../../brush/create-brush-store.ts';
import type { ImageDocument } from '../../document/image-document.ts';
import type { Editor } from '../../editor.ts';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';
import { assessMatte, type Doubt } from '../../triage/assess-matte.ts';
import { hasFaintRemains } from '../../triage/has-faint-remains.ts';
import { useCommand } from '../commands/editor-commands.tsx';
import { useAnnouncement } from '../help/use-announcement.ts';
import { useEditedMatte } from '../use-edited-matte.ts';
import { useOpenParts } from '../use-open-parts.ts';
import { useSession } from './editor-host.tsx';
import { useCanImproveDetail } from './improve-detail.tsx';
import { dismissedDoubts, useDismissal } from './use-dismissal.ts';

export interface ResultDoubtsProps {
  editor: Editor;
  brush: BrushStore;
  /** Called with the disputed part to bring into view. */
  onPart: (part: DisputedPart) => void;
}

/** Value of `solidify` at which the inside of the subject is fully opaque, in percent. */
const wholly = 100;

/** Kind of a doubt that the banner lists. */
type ListedKind = Exclude<Doubt['kind'], 'several-subjects'>;

const announced = new WeakSet<ImageSegmentation>();

/**
 * Lists the reasons to check a result, each with a button for the tool that resolves it. A reason disappears once an
 * edit of the matte has resolved it. Dismissed reasons stay hidden until the image is segmented again. Screen readers
 * announce them once.
 */
export function ResultDoubts({ editor, brush, onPart }: ResultDoubtsProps) {
  const { t } = useTranslation(['editor', 'tool']);
  const { segmentation } = editor;
  const { isDismissed, dismiss } = useDismissal(dismissedDoubts, segmentation);
  const matte = useEditedMatte(editor);
  const edits = useStore(editor.document.history, ({ state }) => state.matte.edits);
  const isFilled = useStore(editor.document.history, ({ state }) => state.matte.solidify === wholly);
  const doubts = useMemo(
    // If no subject was found, `ResultNotes` above says so already.
    () => (segmentation.subject === 'none' ? [] : assessMatte({ ...segmentation, matte, edits })),
    [segmentation, matte, edits],
  );
  // `SubjectChoice` offers the subjects themselves, so the banner does not mention them.
  const listed = doubts.map(({ kind }) => kind).filter((kind): kind is ListedKind => kind !== 'several-subjects');
  const place = useRef<HTMLParagraphElement>(null);
  const isShown = listed.length > 0 && !isDismissed;
  return (
    <>
      <Announcement
        ref={place}
        segmentation={segmentation}
        words={isDismissed || doubts.length === 0 ? '' : wordsOf(doubts, t)}
      />
      {isShown && (
        <Banner
          // The role is not `status`, which would announce the reasons with each opening of the panel. `Announcement`
          // announces them once.
          role="group"
          tone="warning"
          data-code="doubts"
          title={t('doubts.title')}
          dismissLabel={t('help.dismiss')}
          onDismiss={() => {
            dismiss();
            place.current?.focus({ preventScroll: true });
          }}
        >
          <ul className="mt-1.5 flex flex-col gap-2.5">
            {listed.map((kind) => (
              <li key={kind} data-doubt={kind} className="flex flex-col items-start gap-1.5">
                <span className="block first-letter:uppercase">{t(`tool:doubt.${kind}`)}</span>
                <span className="flex flex-wrap gap-2">
                  <Mend {...{ kind, editor, brush, onPart }} />
                  {kind === 'low-confidence' && hasFaintRemains(matte) && (
                    <DropFaint onDone={() => place.current?.focus({ preventScroll: true })} />
                  )}
                  {kind === 'half-transparent' && !isFilled && (
                    <FillInside
                      document={editor.document}
                      onDone={() => place.current?.focus({ preventScroll: true })}
                    />
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

function wordsOf(doubts: readonly Doubt[], t: TFunction<['editor', 'tool']>): string {
  return `${t('doubts.title')}: ${doubts.map(({ kind }) => t(`tool:doubt.${kind}`)).join(' · ')}`;
}

interface AnnouncementProps {
  ref: Ref<HTMLParagraphElement>;
  segmentation: ImageSegmentation;
  words: string;
}

/**
 * Announces a result's doubts to screen readers, once. It takes the focus when the focused button of a doubt
 * disappears.
 */
function Announcement({ ref, segmentation, words }: AnnouncementProps) {
  const [said, say] = useAnnouncement();
  useEffect(() => {
    if (!words || announced.has(segmentation)) return;
    announced.add(segmentation);
    say(words);
    // `say` is a new function in each render but always does the same, so it is not a dependency.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [segmentation, words]);
  return (
    <p ref={ref} role="status" tabIndex={-1} className="sr-only">
      {said}
    </p>
  );
}

interface MendProps {
  kind: ListedKind;
  editor: Editor;
  brush: BrushStore;
  onPart: (part: DisputedPart) => void;
}

/** Button that opens the tool that resolves a doubt. */
function Mend({ kind, editor, brush, onPart }: MendProps) {
  const { t } = useTranslation(['editor', 'tool']);
  const { improveDetail } = useSession();
  const canImprove = useCanImproveDetail(editor.segmentation);
  const [part] = useOpenParts(editor);
  const refine = useCommand('tool.refine');
  const crop = useCommand('tool.crop');
  const openRefine = (tool: BrushTool) => () => {
    brush.set({ tool });
    refine.run();
  };
  const showPart = () => {
    openRefine('restore')();
    if (part) onPart(part);
  };
  const paint = <MendButton onClick={openRefine('restore')}>{t('doubts.brush')}</MendButton>;
  switch (kind) {
    case 'low-confidence':
      return canImprove ? <MendButton onClick={improveDetail}>{t('tool:fine.action')}</MendButton> : paint;
    case 'part-disputed':
      return <MendButton onClick={showPart}>{t('part.show')}</MendButton>;
    case 'half-transparent':
    case 'empty':
      return paint;
    case 'touches-frame':
      return <MendButton onClick={crop.run}>{t('tools.crop')}</MendButton>;
    default:
      return kind satisfies never;
  }
}

/** Button that makes half-transparent areas inside the subject opaque. */
function FillInside({ document: { history }, onDone }: { document: ImageDocument; onDone: () => void }) {
  const { t } = useTranslation('editor');
  const press = () => {
    const { state } = history.getState();
    history.commit('solidify', { ...state, matte: { ...state.matte, solidify: wholly } });
    onDone();
  };
  return <MendButton onClick={press}>{t('refine.solidify')}</MendButton>;
}

/** Button that removes faint remains. It disappears together with them. */
function DropFaint({ onDone }: { onDone: () => void }) {
  const { label, run } = useCommand('drop-faint');
  const press = () => {
    run();
    onDone();
  };
  return <MendButton onClick={press}>{label}</MendButton>;
}

function MendButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" onClick={onClick} className="pointer-coarse:h-11">
      {children}
    </Button>
  );
}
