import { type CameraMetadata, type EncodedFile, readCameraMetadata, type Reduction, reductionOf } from '@isola/imaging';
import { AccordionItem } from '@isola/ui/accordion';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Switch } from '@isola/ui/switch';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ExportOptions } from '../../schema/document-state.ts';
import { NumberField } from '../number-field.tsx';
import { CreditFields } from './credit-fields.tsx';
import { onPaper } from './on-paper.ts';
import { SizeLimit } from './size-limit.tsx';
import { useReductionWords } from './use-reduction-words.ts';

export interface ExportSettingsProps {
  choice: ExportOptions;
  onChoose: (choice: Partial<ExportOptions>) => void;
  /** File written with these settings, once it exists. */
  written: EncodedFile | undefined;
  /** Width of the result when no size limit in bytes reduces it. */
  widthPx: number;
  heightPx: number;
  original: Blob;
  /** Name of the image's file. */
  imageName: string;
}

const densities = ['72', '150', '300', '600'] as const;

/**
 * Settings of the exported file: the size limit and, in a collapsed section, the print size and the camera metadata.
 */
export function ExportSettings({
  choice,
  onChoose,
  written,
  widthPx,
  heightPx,
  original,
  imageName,
}: ExportSettingsProps) {
  const { t, i18n } = useTranslation('editor');
  const { dotsPerInch, maxBytes, includesMetadata } = choice;
  const chosen = densities.find((each) => Number(each) === dotsPerInch);
  const [pressed, setPressed] = useState<boolean>();
  const hasCredit = choice.author !== undefined || choice.copyright !== undefined;
  const isSet = dotsPerInch !== undefined || includesMetadata || hasCredit;
  const open = pressed ?? isSet;
  const inShort = [
    dotsPerInch !== undefined && `${dotsPerInch} ${t('file.dpi')}`,
    includesMetadata && 'EXIF',
    hasCredit && '©',
  ].filter(Boolean);
  return (
    <>
      <SizeLimit maxBytes={maxBytes} onChoose={(next) => onChoose({ maxBytes: next })}>
        <p aria-live="polite" data-slot="limit-met" className="text-13 text-soft tabular-nums empty:hidden">
          {written && <Met reduction={reductionOf(written, { quality: choice.quality, widthPx })} />}
        </p>
      </SizeLimit>
      <AccordionItem
        headingLevel={4}
        open={open}
        onOpenChange={setPressed}
        title={
          <span className="flex flex-wrap items-baseline gap-x-2 text-14">
            {t('file.more')}
            {!open && <span className="text-12 font-normal text-soft tabular-nums">{inShort.join(' · ')}</span>}
          </span>
        }
        className="border-y border-line"
      >
        <div className="flex flex-col gap-6 pt-1 text-ink">
          <div className="flex flex-col gap-3">
            <p className="text-14">{t('file.density')}</p>
            <SegmentedControl
              label={t('file.density')}
              size="sm"
              value={
                densities.find((each) => Number(each) === dotsPerInch) ?? (dotsPerInch === undefined ? 'none' : 'own')
              }
              onValueChange={(next) => onChoose({ dotsPerInch: next === 'none' ? undefined : Number(next) })}
              segments={[
                { value: 'none', label: t('file.densityNone') },
                ...densities.map((each) => ({ value: each, label: each })),
              ]}
              className="flex tabular-nums *:px-1 pointer-coarse:*:h-11"
            />
            <NumberField
              label={t('file.densityOwn')}
              unit={t('file.dpi')}
              min={1}
              max={2400}
              value={chosen ? undefined : dotsPerInch}
              onCommit={(next) => onChoose({ dotsPerInch: next })}
            />
            {dotsPerInch !== undefined && (
              <dl aria-live="polite" className="flex justify-between gap-4 text-13 tabular-nums">
                <dt className="text-soft">{t('file.paper')}</dt>
                <dd data-slot="paper-size">{onPaper(i18n.language, dotsPerInch, written ?? { widthPx, heightPx })}</dd>
              </dl>
            )}
            <p className="text-13 text-soft">{t('file.densityHint')}</p>
          </div>
          <Notes original={original} keeps={includesMetadata} onChoose={onChoose} />
          <CreditFields choice={choice} onChoose={onChoose} imageName={imageName} />
        </div>
      </AccordionItem>
    </>
  );
}

/** Lists the reductions that the size limit required. */
function Met({ reduction }: { reduction: Reduction }) {
  const { t } = useTranslation('editor');
  const changes = useReductionWords()(reduction);
  return changes ? t('file.limitFits', { changes }) : t('file.limitWhole');
}

function Notes({ original, keeps, onChoose }: Pick<ExportSettingsProps, 'original' | 'onChoose'> & { keeps: boolean }) {
  const { t } = useTranslation('editor');
  const notes = useNotes(original);
  return (
    <div className="flex flex-col gap-2">
      <Switch
        description={t('file.notesHint')}
        checked={keeps}
        onCheckedChange={(on) => onChoose({ includesMetadata: on })}
      >
        {t('file.notes')}
      </Switch>
      {notes !== 'unread' && (
        <p data-slot="camera-notes" className="text-13 text-soft tabular-nums">
          {notes ? inOneLine(notes) : t('file.notesNone')}
        </p>
      )}
    </div>
  );
}

/** @returns the image's camera metadata; undefined when it has none, and `unread` until the file is read. */
function useNotes(original: Blob): CameraMetadata | undefined | 'unread' {
  const [read, setRead] = useState<{ readonly of: Blob; readonly notes: CameraMetadata | undefined }>();
  useEffect(() => {
    let isWanted = true;
    const take = (notes: CameraMetadata | undefined) => {
      if (isWanted) setRead({ of: original, notes });
    };
    // A file that has been moved cannot be read, so no metadata is shown. The next operation that reads it reports the
    // error.
    readCameraMetadata(original).then(take, () => take(undefined));
    return () => {
      isWanted = false;
    };
  }, [original]);
  return read?.of === original ? read.notes : 'unread';
}

/** Formats camera metadata in the notation of photographers, which is the same in every language. */
function inOneLine({
  make = '',
  model = '',
  lensModel,
  focalLength,
  fNumber,
  exposureTime,
  sensitivity,
}: CameraMetadata) {
  const camera = model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
  return [
    camera.trim(),
    lensModel,
    focalLength && `${rounded(focalLength)} mm`,
    fNumber && `f/${rounded(fNumber)}`,
    exposureTime && `${exposure(exposureTime)} s`,
    sensitivity !== undefined && `ISO ${sensitivity}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function rounded([top, bottom]: readonly [number, number]): number {
  return Math.round((top / bottom) * 10) / 10;
}

function exposure([top, bottom]: readonly [number, number]): string {
  return top > 0 && top < bottom ? `1/${Math.round(bottom / top)}` : `${rounded([top, bottom])}`;
}
