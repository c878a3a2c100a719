import type { Conversion } from '@isola/convert';
import { Button } from '@isola/ui/button';
import { DropZone, DropZoneTrigger, type DropZoneState } from '@isola/ui/drop-zone';
import { IconButton } from '@isola/ui/icon-button';
import { GlassWater, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChosenShot, ShotSlot, WaitingShot } from '../../two-shots/shot-pair.ts';
import { BlobImage } from '../blob-image.tsx';
import { useConversionDetails } from '../convert/use-conversion-details.ts';
import { imageTypes } from '../import/import-context.ts';

export interface ShotTileProps {
  slot: ShotSlot;
  shot: ChosenShot | undefined;
  /** Chosen file that has to be converted first. Only its name can be shown. */
  waiting: WaitingShot | undefined;
  state: DropZoneState;
  onFiles: (files: File[]) => void;
  onRemove: () => void;
}

/** Colours of the examples in empty tiles: card in front of which to photograph, and the outline of a glass. */
const exampleColors = { dark: ['#1c1c1e', '#c9c9cc'], light: ['#f3f2ef', '#6b6a68'] } as const;

/** Place for one of the two photographs. Files can be chosen, or dropped on it. */
export function ShotTile({ slot, shot, waiting, state, onFiles, onRemove }: ShotTileProps) {
  const { t } = useTranslation('two-shots');
  const headingId = useId();
  const pickId = useId();
  const removeId = useId();
  const conversionId = useId();
  const name = waiting?.file.name ?? shot?.name;
  const pick = useRef<HTMLButtonElement>(null);
  const isDisabled = state === 'disabled';
  return (
    <DropZone
      role="group"
      aria-labelledby={headingId}
      state={state}
      accept={imageTypes}
      multiple
      onFiles={onFiles}
      data-shot={slot}
      className="flex min-w-0 flex-col gap-2 px-3 py-3"
    >
      <h3 id={headingId} className="text-13 font-medium">
        {t(slot)}
      </h3>
      {shot ? (
        <div className="relative">
          <BlobImage
            blob={shot.picture}
            alt={shot.name}
            className="aspect-4/3 w-full rounded-sm border border-line bg-sunk object-contain"
          />
          <IconButton
            variant="secondary"
            size="sm"
            label={t('remove')}
            id={removeId}
            aria-labelledby={`${removeId} ${headingId}`}
            disabled={isDisabled}
            className="absolute end-1.5 top-1.5 pointer-coarse:size-11"
            onClick={() => {
              // The pressed button disappears.
              pick.current?.focus();
              onRemove();
            }}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ) : (
        <Example slot={slot} />
      )}
      {name && (
        <p className="truncate text-12 text-soft" title={name}>
          {name}
        </p>
      )}
      {shot?.conversion && !waiting && <ConversionWords id={conversionId} conversion={shot.conversion} />}
      <DropZoneTrigger>
        <Button
          ref={pick}
          id={pickId}
          size="sm"
          wrap
          disabled={isDisabled}
          aria-labelledby={`${pickId} ${headingId}`}
          aria-describedby={shot?.conversion && conversionId}
          className="mt-auto w-full pointer-coarse:min-h-11"
        >
          {t(shot ? 'replace' : 'pick')}
        </Button>
      </DropZoneTrigger>
    </DropZone>
  );
}

/** The note says what happened to a photograph when it was converted. The failure before has loaded the texts. */
function ConversionWords({ id, conversion }: { id: string; conversion: Conversion }) {
  const { t } = useTranslation('errors', { useSuspense: false });
  const detailsOf = useConversionDetails();
  const { from, to } = conversion;
  return (
    <p id={id} data-slot="converted" className="text-12 text-soft">
      {[t('convert.done.title', { from, to }), ...detailsOf(conversion)].map((sentence) => (
        <span key={sentence} className="block">
          {sentence}
        </span>
      ))}
    </p>
  );
}

function Example({ slot }: Pick<ShotTileProps, 'slot'>) {
  const [card, outline] = exampleColors[slot];
  return (
    <svg
      aria-hidden
      viewBox="0 0 80 60"
      className="aspect-4/3 w-full rounded-sm border border-line forced-color-adjust-none"
    >
      <rect width="80" height="60" fill={card} />
      <GlassWater x={26} y={16} size={28} strokeWidth={1.25} color={outline} />
    </svg>
  );
}
