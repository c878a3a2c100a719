import { DiscardQuestion, OpeningNote, lazyOptional } from '@isola/editor/react';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { DropZone, DropZoneTrigger, useFileDrop } from '@isola/ui/drop-zone';
import { ImageUp } from 'lucide-react';
import { createContext, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { SampleRow } from './sample-row.tsx';
import { siteSession } from './site-session.ts';
import { warmUp } from './site-segmenter.ts';
import { useImagePaste } from './use-image-paste.ts';
import { whenIdle } from './when-idle.ts';

/** What a file picker offers. What a file really is, its bytes tell. */
export const imageTypes = 'image/jpeg,image/png,image/webp';

/** What can wait until the browser is idle, or until it is wanted. */
const parts = () => import('./import/import-parts.ts');
// Without them there is still the picker.
const MoreWays = lazyOptional(async () => (await parts()).MoreWays);
const IntakeOverlay = lazyOptional(async () => (await parts()).ImportOverlay);

interface ImportState {
  readonly take: (files: File[]) => void;
  readonly state: 'idle' | 'over';
  /** Whether the page answers already and the browser has had nothing to do: the time for what can wait. */
  readonly isQuiet: boolean;
  /** How many files came at once, when they were more than the one that was taken. */
  readonly cameAtOnce: number | undefined;
  readonly dismissNote: () => void;
  /** What was pasted; the same address pasted again is another one. */
  readonly address: PastedUrlText | undefined;
  readonly setAddress: (address: PastedUrlText | undefined) => void;
}

interface PastedUrlText {
  readonly text: string;
}

const ImportContext = createContext<ImportState | undefined>(undefined);

export interface ImageImportProps {
  /** Called when an image was good enough to begin with. */
  onAccepted?: () => void;
  children: ReactNode;
}

/** Makes the whole page take images: dropped anywhere, or pasted. Put it once round whatever a page shows. */
export function ImageImport({ onAccepted, children }: ImageImportProps) {
  const [cameAtOnce, setCameAtOnce] = useState<number>();
  const [isQuiet, setQuiet] = useState(false);
  const [address, setAddress] = useState<PastedUrlText>();
  const take = (files: File[]) => {
    const [first] = files;
    if (!first) return;
    setCameAtOnce(files.length > 1 ? files.length : undefined);
    void siteSession.start(first).then((outcome) => outcome === 'accepted' && onAccepted?.());
  };
  const state = useFileDrop({ onFiles: take });
  useImagePaste(take, (text) => {
    setAddress({ text });
    // What fetches it is wanted now.
    setQuiet(true);
  });
  useEffect(() => {
    whenIdle(() => setQuiet(true));
  }, []);
  useEffect(() => {
    if (state === 'over') warmUp();
  }, [state]);
  return (
    <ImportContext
      value={{ take, state, isQuiet, cameAtOnce, dismissNote: () => setCameAtOnce(undefined), address, setAddress }}
    >
      {children}
      <OpeningNote />
      <DiscardQuestion />
      {isQuiet && (
        <Suspense>
          <IntakeOverlay />
        </Suspense>
      )}
    </ImportContext>
  );
}

/** @throws outside a `PhotoIntake`. */
export function useImageImport(): ImportState {
  const intake = use(ImportContext);
  if (!intake) throw new Error('useIntake needs a PhotoIntake around it');
  return intake;
}

/** Where an image comes in: the cut line, the button, the limits, and samples to try it with. */
export function ImageDrop({ layout }: { layout: 'line' | 'stack' }) {
  const { t } = useTranslation('tool');
  const { take, state, isQuiet } = useImageImport();
  return (
    <div>
      <DropZone
        onFiles={take}
        // A phone offers its photo library only where no other type of file is asked for.
        accept={isQuiet && matchMedia('(pointer: fine)').matches ? `${imageTypes},.isola` : imageTypes}
        state={state}
        // Where data is dear the model has not come yet: this is the moment at which it is surely wanted.
        onPointerDown={warmUp}
        className={
          layout === 'stack'
            ? 'flex flex-col items-center gap-5 px-6 py-14 text-center'
            : 'flex flex-col gap-x-5 gap-y-4 sm:grid sm:grid-cols-[auto_1fr] sm:items-center'
        }
      >
        <DropZoneTrigger>
          <Button variant="primary" size="lg">
            <ImageUp aria-hidden />
            {t('drop.pick')}
          </Button>
        </DropZoneTrigger>
        <p className={cn('text-13 text-soft', layout === 'line' && 'sm:order-last sm:col-span-2')}>
          {t('drop.hint')}
          <br />
          {t('drop.limits')}
        </p>
        {/* Its room is kept: it comes later, and must not move what is there. */}
        <div
          className={cn(
            'flex min-h-8 w-full flex-wrap gap-2 pointer-coarse:min-h-11',
            // Beside the button; a form for a URL takes the whole width beneath it.
            layout === 'stack'
              ? '-mt-2 justify-center'
              : // A button without a frame, alone in its row: its words begin where the hint's do.
                'max-sm:-mt-2 sm:has-[form]:col-span-2 max-sm:[&>button:only-child]:-ms-2.75',
          )}
        >
          {isQuiet && (
            <Suspense>
              <MoreWays />
            </Suspense>
          )}
        </div>
      </DropZone>
      <SampleRow
        onSample={async (id) => take([await (await parts()).fetchSample(id)])}
        className={layout === 'stack' ? 'flex-col' : ''}
      />
    </div>
  );
}
