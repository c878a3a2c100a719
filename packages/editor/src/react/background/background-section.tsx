import type { Conversion } from '@isola/convert';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { CutLine } from '@isola/ui/cut-line';
import { useFileDrop } from '@isola/ui/drop-zone';
import { RotateCcw } from 'lucide-react';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { backgroundDefinition } from '../../backgrounds/define-background.ts';
import type { Background } from '../../model/background.ts';
import { withBackground } from '../../document/with-background.ts';
import { untilSettled } from '../../history/until-settled.ts';
import { openImage } from '../../import/open-file.ts';
import { mattesOf } from '../../rendering/mattes-of.ts';
import { canSucceedLater, type Failure } from '../../model/failure.ts';
import { ConversionNote } from '../convert/lazy-conversion-note.ts';
import { useTransfer } from '../import/use-transfer.tsx';
import { FailureBanner } from '../session/failure-banner.tsx';
import { BackgroundChoices, type BackgroundChoicesProps } from './background-choices.tsx';
import { useBackgroundDrop } from './use-background-drop.ts';

export interface BackgroundSectionProps {
  editor: BackgroundChoicesProps['editor'];
  /**
   * Canvas of the editor. Once something was edited, an image that is dropped on it or pasted becomes the background.
   * Without it, only images dropped on the panel do.
   */
  canvas?: RefObject<HTMLElement | null>;
  /** Layout of the tiles; see `BackgroundChoices`. */
  layout?: BackgroundChoicesProps['layout'];
}

/** Panel that chooses the background. An image dropped on it becomes the background. */
export function BackgroundSection({ editor, canvas, layout = 'list' }: BackgroundSectionProps) {
  const { t } = useTranslation(['editor', 'tool', 'common']);
  const { document, registries } = editor;
  const background = useStore(document.history, ({ state }) => state.background);
  const isEdited = useStore(document.history, ({ undoable }) => undoable !== undefined);
  const place = useRef<HTMLElement>(null);
  const [refusal, setRefusal] = useState<{ readonly file: File; readonly failure: Failure }>();
  const [isFilmLeftOut, setFilmLeftOut] = useState(false);
  const [conversion, setConversion] = useState<Conversion>();
  // Reads the state at the time of the call: while a colour or a file was awaited, other steps may have been committed.
  const on = (next: Background) =>
    withBackground(document.history.getState().state, next, registries.backgrounds, mattesOf(editor));
  const onChoose = (next: Background) =>
    document.history.commit(backgroundDefinition(registries.backgrounds, next).step.id, on(next));
  const onPreview = (next: Background) => document.history.preview(on(next));
  const take = async ([file]: File[], converted?: Conversion) => {
    const kind = registries.backgrounds.find(({ fromImage }) => fromImage);
    if (!file || !kind) return;
    const found = await openImage(file);
    await untilSettled(document.history);
    setRefusal('failure' in found ? { file, failure: found.failure } : undefined);
    setFilmLeftOut('picture' in found && found.isFilmLeftOut);
    setConversion('picture' in found ? converted : undefined);
    const chosen = 'picture' in found && kind.fromImage?.(document.addBackgroundImage(found.picture));
    if (chosen) onChoose(chosen);
  };
  const onFiles = (files: File[]) => void take(files);
  const { receive, sheet } = useTransfer(onFiles);
  const drop = useFileDrop({ target: place, onFiles, onTransfer: (transfer) => receive(transfer, 'drop') });
  // This panel is open when an image opens. Until the first edit, a file that is dropped or pasted is the next image.
  const above = useBackgroundDrop(isEdited ? canvas : undefined, (file) => void take([file]), receive);
  return (
    <section ref={place} aria-label={t('background.title')} className="relative flex flex-col gap-4">
      <BackgroundChoices {...{ editor, layout, background, onChoose, onPreview, onFiles }} />
      {refusal && (
        <FailureBanner
          failure={refusal.failure}
          of="background"
          foreignFiles={[refusal.file]}
          onConverted={([converted]) => void take([converted.file], converted.conversion)}
          actions={
            canSucceedLater(refusal.failure) && (
              <Button size="sm" onClick={() => void take([refusal.file])} className="pointer-coarse:h-11">
                <RotateCcw aria-hidden />
                {t('tool:retry')}
              </Button>
            )
          }
          onDismiss={() => setRefusal(undefined)}
        />
      )}
      {isFilmLeftOut && (
        <Banner
          title={t('tool:filmLeftOut')}
          onDismiss={() => setFilmLeftOut(false)}
          dismissLabel={t('common:dismiss')}
          data-code="film-left-out"
        />
      )}
      {conversion && (
        <Suspense>
          <ConversionNote conversion={conversion} onDismiss={() => setConversion(undefined)} />
        </Suspense>
      )}
      {sheet}
      {(drop === 'over' || above === 'over') && (
        <span className="pointer-events-none absolute -inset-2 bg-accent-wash/60">
          <CutLine state="running" radiusPx={10} />
        </span>
      )}
    </section>
  );
}
