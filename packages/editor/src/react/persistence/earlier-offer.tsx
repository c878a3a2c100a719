import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { type ReactNode, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Editor } from '../../editor.ts';
import type { ReopenOutcome } from '../../persistence/autosave.ts';
import type { Persistence } from '../../persistence/create-persistence.ts';
import type { AlikeImage } from '../../persistence/find-alike.ts';
import { releaseReopened } from '../../persistence/reopen-project.ts';
import type { EarlierWork } from '../../persistence/image-records.ts';
import type { TakeOverOutcome } from '../../persistence/take-over-settings.ts';
import type { SourceImage } from '../../model/source-image.ts';
import type { ReadonlyStore } from '../../model/readonly-store.ts';
import { BlobImage } from '../blob-image.tsx';
import { useAnnouncement } from '../help/use-announcement.ts';
import { useEditorHost, usePersistence, useSession } from '../session/editor-host.tsx';
import { showsRecentPreviews } from './recent-previews.ts';

export interface EarlierOfferProps {
  image: SourceImage;
  /** Editor of the image. Before there is a result, only work on the same file is offered. */
  editor?: Editor;
  /** True while the document has a step, which an offer would replace. The banner is then hidden. */
  isBegun?: boolean;
}

const dismissed = new WeakSet<SourceImage>();

/**
 * Banner for an image for which there is saved work. If the same file or a copy of it was edited, it offers to continue
 * from that work. If another image of the same thing was, it offers to take over the settings of that image.
 */
export function EarlierOffer({ image, editor, isBegun = false }: EarlierOfferProps) {
  const { itemActions } = useEditorHost();
  const persistence = usePersistence();
  const earlier = persistence?.autosave.earlierOf(image);
  if (!persistence || !earlier || itemActions) return null;
  return <Offer {...{ image, editor, isBegun, persistence, earlier }} />;
}

interface OfferProps {
  image: SourceImage;
  editor: Editor | undefined;
  isBegun: boolean;
  persistence: Persistence;
  /** Saved work; undefined until it is found. */
  earlier: ReadonlyStore<EarlierWork | undefined>;
}

function Offer({ image, editor, isBegun, persistence, earlier }: OfferProps) {
  const { t } = useTranslation('editor');
  const work = useStore(earlier);
  const [, noteDismissed] = useReducer((count: number) => count + 1, 0);
  const [said, say] = useAnnouncement();
  const place = useRef<HTMLParagraphElement>(null);
  const focusPlace = () => place.current?.focus({ preventScroll: true });
  const dismiss = () => {
    dismissed.add(image);
    noteDismissed();
    focusPlace();
  };
  if (!work) return null;
  return (
    <>
      {/* It takes the focus when the banner with the focused button disappears. */}
      <p ref={place} role="status" tabIndex={-1} className="sr-only">
        {said}
      </p>
      {!isBegun &&
        !dismissed.has(image) &&
        (work.kind === 'sister' ? (
          editor && (
            <SisterOffer
              editor={editor}
              persistence={persistence}
              work={work}
              onTakenOver={() => {
                say(t('earlier.applied'));
                focusPlace();
              }}
              onDismiss={dismiss}
            />
          )
        ) : (
          <ContinueOffer image={image} persistence={persistence} work={work} onDismiss={dismiss} />
        ))}
    </>
  );
}

interface WorkOfferProps<Work> {
  persistence: Persistence;
  work: Work;
  onDismiss: () => void;
}

type ContinueFailure = Exclude<ReopenOutcome['outcome'], 'reopened' | 'original'>;

interface ContinueOfferProps extends WorkOfferProps<EarlierWork> {
  /** The open image, which the work replaces. */
  image: SourceImage;
}

/** Offers to continue from work on the same file, or on a copy of it. */
function ContinueOffer({ image, persistence, work, onDismiss }: ContinueOfferProps) {
  const { t } = useTranslation('editor');
  const session = useSession();
  const [state, setState] = useState<'idle' | 'opening' | ContinueFailure>('idle');
  const open = async () => {
    if (state === 'opening') return;
    setState('opening');
    const reopened = await persistence.autosave.reopen(work.id);
    const now = session.getState();
    // The user may have opened another image meanwhile.
    const isStillOpen = now.state !== 'empty' && now.image === image;
    if (reopened.outcome === 'reopened' && isStillOpen) {
      session.open(reopened.image, reopened.segmentation, reopened.document);
    } else if (reopened.outcome === 'reopened') releaseReopened(reopened);
    else if (reopened.outcome === 'original') {
      releaseReopened(reopened);
      setState('missing');
    } else setState(reopened.outcome);
  };
  const hasFailed = state !== 'idle' && state !== 'opening';
  return (
    <OfferBanner
      code={work.kind === 'same' ? 'earlier' : 'earlier-copy'}
      title={t(work.kind === 'same' ? 'earlier.title' : 'earlier.copyTitle')}
      action={t('earlier.continue')}
      isWorking={state === 'opening'}
      onAction={() => void open()}
      dismissLabel={t('earlier.dismiss')}
      onDismiss={onDismiss}
    >
      {work.kind !== 'same' && <AlikeName work={work} />}
      {hasFailed && <OfferFailure code={state}>{t(`saved.failed.${state}`)}</OfferFailure>}
    </OfferBanner>
  );
}

type SisterFailure = Exclude<TakeOverOutcome, 'taken-over'> | 'failed';

interface SisterOfferProps extends WorkOfferProps<AlikeImage> {
  editor: Editor;
  onTakenOver: () => void;
}

/** Offers to take over the settings of another image of the same thing. */
function SisterOffer({ editor, persistence, work, onTakenOver, onDismiss }: SisterOfferProps) {
  const { t } = useTranslation('editor');
  const [state, setState] = useState<'idle' | 'applying' | SisterFailure>('idle');
  const apply = async () => {
    if (state === 'applying') return;
    setState('applying');
    try {
      const { takeOverSettings } = await import('../../persistence/take-over-settings.ts');
      const outcome = await takeOverSettings(persistence.store, work.id, editor);
      setState(outcome === 'taken-over' ? 'idle' : outcome);
      if (outcome === 'taken-over') onTakenOver();
    } catch (error) {
      setState('failed');
      reportError(error);
    }
  };
  const hasFailed = state !== 'idle' && state !== 'applying';
  return (
    <OfferBanner
      code="earlier-sister"
      title={t('earlier.sisterTitle')}
      action={t('earlier.apply')}
      isWorking={state === 'applying'}
      onAction={() => void apply()}
      dismissLabel={t('earlier.notNow')}
      onDismiss={onDismiss}
    >
      <AlikeName work={work} />
      {hasFailed && (
        <OfferFailure code={state}>
          {state === 'failed' ? t('earlier.failed') : t(`saved.failed.${state}`)}
        </OfferFailure>
      )}
    </OfferBanner>
  );
}

interface OfferBannerProps {
  code: string;
  title: string;
  action: string;
  isWorking: boolean;
  onAction: () => void;
  dismissLabel: string;
  onDismiss: () => void;
  children: ReactNode;
}

function OfferBanner({
  code,
  title,
  action,
  isWorking,
  onAction,
  dismissLabel,
  onDismiss,
  children,
}: OfferBannerProps) {
  return (
    <Banner
      data-code={code}
      title={title}
      actions={
        <>
          <Button size="sm" loading={isWorking} onClick={onAction} className="pointer-coarse:h-11">
            {action}
          </Button>
          <Button variant="ghost" size="sm" onClick={onDismiss} className="pointer-coarse:h-11">
            {dismissLabel}
          </Button>
        </>
      }
    >
      {children}
    </Banner>
  );
}

function OfferFailure({ code, children }: { code: string; children: string }) {
  return (
    <p role="alert" data-code={code} className="text-danger">
      {children}
    </p>
  );
}

/** Name and thumbnail of a saved image. The thumbnail is left out when the user has hidden those of the recent images. */
function AlikeName({ work: { name, thumbnail } }: { work: AlikeImage }) {
  const { t } = useTranslation(['editor', 'tool']);
  return (
    <p className="mt-1 flex items-center gap-2">
      {showsRecentPreviews() && (
        <BlobImage blob={thumbnail} className="size-11 flex-none rounded-md border border-line object-contain" />
      )}
      <span className="min-w-0 wrap-anywhere">{name || t('tool:photo.pasted')}</span>
    </p>
  );
}
