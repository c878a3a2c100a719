import { Button } from '@isola/ui/button';
import { CutLine } from '@isola/ui/cut-line';
import { DropZone, DropZoneTrigger, useFileDrop } from '@isola/ui/drop-zone';
import { ImageUp } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { SampleRow } from './sample-row.tsx';
import { siteRemoval } from './site-removal.ts';
import { warmUp } from './site-segmenter.ts';
import { usePhotoPaste } from './use-photo-paste.ts';

/** What a file picker offers. What a file really is, its bytes tell. */
const acceptedTypes = 'image/jpeg,image/png,image/webp';

interface Intake {
  readonly take: (files: File[]) => void;
  readonly state: 'idle' | 'over';
  /** How many files came at once, when they were more than the one that was taken. */
  readonly cameAtOnce: number | undefined;
  readonly dismissNote: () => void;
}

const IntakeContext = createContext<Intake | undefined>(undefined);

export interface PhotoIntakeProps {
  /** Called when a photo was good enough to begin with. */
  onAccepted?: () => void;
  children: ReactNode;
}

/** Makes the whole page take photos: dropped anywhere, or pasted. Put it once round whatever a page shows. */
export function PhotoIntake({ onAccepted, children }: PhotoIntakeProps) {
  const [cameAtOnce, setCameAtOnce] = useState<number>();
  const take = (files: File[]) => {
    const [first] = files;
    if (!first) return;
    setCameAtOnce(files.length > 1 ? files.length : undefined);
    void siteRemoval.start(first).then((outcome) => outcome === 'accepted' && onAccepted?.());
  };
  const state = useFileDrop({ onFiles: take });
  usePhotoPaste(take);
  useEffect(() => {
    if (state === 'over') warmUp();
  }, [state]);
  return (
    <IntakeContext value={{ take, state, cameAtOnce, dismissNote: () => setCameAtOnce(undefined) }}>
      {children}
      {state === 'over' && <WindowTarget />}
    </IntakeContext>
  );
}

/** @throws outside a `PhotoIntake`. */
export function useIntake(): Intake {
  const intake = use(IntakeContext);
  if (!intake) throw new Error('useIntake needs a PhotoIntake around it');
  return intake;
}

/** The cut line round the window, while a file is over it. */
function WindowTarget() {
  const { t } = useTranslation('tool');
  return (
    <div className="pointer-events-none fixed inset-2 z-50">
      <CutLine state="running" radiusPx={16} />
      <p className="absolute inset-x-0 bottom-6 text-center">
        <span className="rounded-md border border-line bg-sheet px-4 py-2 text-14 font-medium shadow-float">
          {t('drop.release')}
        </span>
      </p>
    </div>
  );
}

/** Where a photo comes in: the cut line, the button, the limits, and samples for whoever has none at hand. */
export function PhotoDrop({ layout }: { layout: 'line' | 'stack' }) {
  const { t } = useTranslation('tool');
  const { take, state } = useIntake();
  return (
    <div>
      <DropZone
        onFiles={take}
        accept={acceptedTypes}
        state={state}
        // Where data is dear the model has not come yet: this is the moment at which it is surely wanted.
        onPointerDown={warmUp}
        className={
          layout === 'stack'
            ? 'flex flex-col items-center gap-5 px-6 py-14 text-center'
            : 'flex flex-col gap-x-5 gap-y-4 sm:flex-row sm:items-center'
        }
      >
        <DropZoneTrigger>
          <Button variant="primary" size="lg">
            <ImageUp aria-hidden />
            {t('drop.pick')}
          </Button>
        </DropZoneTrigger>
        <p className="text-13 text-soft">
          {t('drop.hint')}
          <br />
          {t('drop.limits')}
        </p>
      </DropZone>
      <SampleRow onSample={(file) => take([file])} className={layout === 'stack' ? 'flex-col' : ''} />
    </div>
  );
}
