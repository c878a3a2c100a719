import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import type { TFunction } from 'i18next';
import { type ReactNode, type Ref, useEffect, useMemo, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { BrushStore, BrushTool } from '../../brush/create-brush-store.ts';
import type { Editor } from '../../editor.ts';
import type { ImageSegmentation } from '../../session/image-segmentation.ts';
import { assessMatte, type Doubt } from '../../triage/assess-matte.ts';
import { hasFaintRemains } from '../../triage/has-faint-remains.ts';
import { useCommand } from '../commands/editor-commands.tsx';
import { useAnnouncement } from '../help/use-announcement.ts';
import { useEditedMatte } from '../use-edited-matte.ts';
import { useSession } from './editor-host.tsx';
import { useCanImproveDetail } from './improve-detail.tsx';

export interface ResultDoubtsProps {
  editor: Editor;
  brush: BrushStore;
}

const announced = new WeakSet<ImageSegmentation>();
const dismissed = new WeakSet<ImageSegmentation>();

/**
 * Says why a result should be looked at, each reason with the tool that mends it. Edits of the matte take reasons away. What
 * was dismissed stays away until the image is segmented again, and a screen reader is told once.
 */
export function ResultDoubts({ editor, brush }: ResultDoubtsProps) {
  const { t } = useTranslation(['editor', 'tool']);
  const { segmentation } = editor;
  const [, noteDismissed] = useReducer((count: number) => count + 1, 0);
  const matte = useEditedMatte(editor);
  const doubts = useMemo(
    // That there is no subject is said beside it already.
    () => (segmentation.subject === 'none' ? [] : assessMatte({ ...segmentation, matte })),
    [segmentation, matte],
  );
  const place = useRef<HTMLParagraphElement>(null);
  const isShown = doubts.length > 0 && !dismissed.has(segmentation);
  return (
    <>
      <Announcement ref={place} segmentation={segmentation} words={isShown ? wordsOf(doubts, t) : ''} />
      {isShown && (
        <Banner
          // The announcement above it is made once, and this is there each time the panel is opened.
          role="group"
          tone="warning"
          data-code="doubts"
          title={t('doubts.title')}
          dismissLabel={t('help.dismiss')}
          onDismiss={() => {
            dismissed.add(segmentation);
            noteDismissed();
            place.current?.focus({ preventScroll: true });
          }}
        >
          <ul className="mt-1.5 flex flex-col gap-2.5">
            {doubts.map(({ kind }) => (
              <li key={kind} data-doubt={kind} className="flex flex-col items-start gap-1.5">
                <span className="block first-letter:uppercase">{t(`tool:doubt.${kind}`)}</span>
                <span className="flex flex-wrap gap-2">
                  <Mend kind={kind} segmentation={segmentation} brush={brush} />
                  {kind === 'low-confidence' && hasFaintRemains(matte) && (
                    <DropFaint onDone={() => place.current?.focus({ preventScroll: true })} />
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

/** Tells a screen reader of a result's doubts, once. It takes the focus when the button that had it is gone. */
function Announcement({ ref, segmentation, words }: AnnouncementProps) {
  const [said, say] = useAnnouncement();
  useEffect(() => {
    if (!words || announced.has(segmentation)) return;
    announced.add(segmentation);
    say(words);
    // `say` is another function with each render, and does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [segmentation, words]);
  return (
    <p ref={ref} role="status" tabIndex={-1} className="sr-only">
      {said}
    </p>
  );
}

interface MendProps {
  kind: Doubt['kind'];
  segmentation: ImageSegmentation;
  brush: BrushStore;
}

/** The tool that mends what is doubted. */
function Mend({ kind, segmentation, brush }: MendProps) {
  const { t } = useTranslation(['editor', 'tool']);
  const { improveDetail } = useSession();
  const canImprove = useCanImproveDetail(segmentation);
  const refine = useCommand('tool.refine');
  const crop = useCommand('tool.crop');
  const openRefine = (tool: BrushTool) => () => {
    brush.set({ tool });
    refine.run();
  };
  const paint = <MendButton onClick={openRefine('restore')}>{t('doubts.brush')}</MendButton>;
  switch (kind) {
    case 'low-confidence':
      return canImprove ? <MendButton onClick={improveDetail}>{t('tool:fine.action')}</MendButton> : paint;
    case 'half-transparent':
    case 'empty':
      return paint;
    case 'several-subjects':
      return <MendButton onClick={openRefine('keep')}>{t('doubts.part')}</MendButton>;
    case 'touches-frame':
      return <MendButton onClick={crop.run}>{t('tools.crop')}</MendButton>;
    default:
      return kind satisfies never;
  }
}

/** It is gone as soon as the remains are. */
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
