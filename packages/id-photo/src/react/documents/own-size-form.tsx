import { formatNumber } from '@isola/i18n';
import type { OwnSize } from '@isola/photo-specs/documents';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { type KeyboardEvent, useState } from 'react';

import { mmAt, ownSideLimitsPx, ownSizeLimits, pxAt } from '../own-size.ts';
import { useWords } from '../use-words.ts';

export interface OwnSizeFormProps {
  size: OwnSize;
  onChange: (size: OwnSize) => void;
}

const units = ['mm', 'px'] as const;

/** Fields for a size that is not among the documents: millimetres or pixels, resolution, and the range of the file. */
export function OwnSizeForm({ size, onChange }: OwnSizeFormProps) {
  const { t, sizeMm, sizePx } = useWords();
  const [unit, setUnit] = useState<(typeof units)[number]>('mm');
  const { widthMm, heightMm, dotsPerInch, minKilobytes, maxKilobytes } = size;
  const pxOf = (mm: number) => Math.round(pxAt(dotsPerInch, mm));
  const [minPx, maxPx] = ownSideLimitsPx;
  const lengthLimits =
    unit === 'px'
      ? ownSideLimitsPx
      : ([ceilTenth(mmAt(dotsPerInch, minPx)), floorTenth(mmAt(dotsPerInch, maxPx))] as const);
  // In millimetres, another resolution changes the pixels, which have limits as well.
  const [minDots, maxDots] = ownSizeLimits.dotsPerInch;
  const dotsLimits =
    unit === 'px'
      ? ownSizeLimits.dotsPerInch
      : ([
          Math.max(minDots, Math.ceil(dotsFor(minPx, Math.min(widthMm, heightMm)))),
          Math.min(maxDots, Math.floor(dotsFor(maxPx, Math.max(widthMm, heightMm)))),
        ] as const);
  const lengthOf = (mm: number) => (unit === 'mm' ? Math.round(mm * 10) / 10 : pxOf(mm));
  const millimetres = (value: number) => (unit === 'mm' ? value : mmAt(dotsPerInch, value));
  return (
    <div data-slot="own-size" className="flex flex-col gap-3">
      <SegmentedControl
        label={t('view.own.unit')}
        size="sm"
        segments={units.map((value) => ({ value, label: t(`view.own.${value}`) }))}
        value={unit}
        onValueChange={setUnit}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberInput
          label={t('view.own.width')}
          unit={t(`view.own.${unit}`)}
          limits={lengthLimits}
          isWhole={unit === 'px'}
          value={lengthOf(widthMm)}
          onCommit={(value = widthMm) => onChange({ ...size, widthMm: millimetres(value) })}
        />
        <NumberInput
          label={t('view.own.height')}
          unit={t(`view.own.${unit}`)}
          limits={lengthLimits}
          isWhole={unit === 'px'}
          value={lengthOf(heightMm)}
          onCommit={(value = heightMm) => onChange({ ...size, heightMm: millimetres(value) })}
        />
      </div>
      <NumberInput
        label={t('view.file.resolution')}
        unit={t('view.own.dpi')}
        limits={dotsLimits}
        isWhole
        value={dotsPerInch}
        onCommit={(value = dotsPerInch) => {
          // An entered number of pixels stays as it is, so the millimetres change.
          const factor = unit === 'px' ? dotsPerInch / value : 1;
          onChange({ ...size, dotsPerInch: value, widthMm: widthMm * factor, heightMm: heightMm * factor });
        }}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberInput
          label={t('view.own.least')}
          unit={t('view.own.kb')}
          limits={[ownSizeLimits.minKilobytes[0], (maxKilobytes ?? ownSizeLimits.minKilobytes[1] + 1) - 1]}
          isWhole
          isOptional
          value={minKilobytes}
          onCommit={(value) => onChange(withLimit(size, 'minKilobytes', value))}
        />
        <NumberInput
          label={t('view.own.most')}
          unit={t('view.own.kb')}
          limits={[Math.max(ownSizeLimits.maxKilobytes[0], (minKilobytes ?? 0) + 1), ownSizeLimits.maxKilobytes[1]]}
          isWhole
          isOptional
          value={maxKilobytes}
          onCommit={(value) => onChange(withLimit(size, 'maxKilobytes', value))}
        />
      </div>
      <p className="text-13 text-soft tabular-nums">
        {[sizeMm(size), sizePx({ widthPx: pxOf(widthMm), heightPx: pxOf(heightMm) })].join(' · ')}
      </p>
    </div>
  );
}

const ceilTenth = (value: number) => Math.ceil(value * 10) / 10;
const floorTenth = (value: number) => Math.floor(value * 10) / 10;

/** Returns the resolution at which a length has a number of pixels. */
function dotsFor(px: number, mm: number): number {
  return px / pxAt(1, mm);
}

/** Sets or removes a limit of the file's size. */
function withLimit(size: OwnSize, name: 'minKilobytes' | 'maxKilobytes', value: number | undefined): OwnSize {
  const { [name]: _, ...rest } = size;
  return value === undefined ? rest : { ...rest, [name]: value };
}

interface NumberInputProps {
  label: string;
  unit: string;
  limits: readonly [min: number, max: number];
  isWhole?: boolean;
  isOptional?: boolean;
  /** Undefined for an empty field. */
  value: number | undefined;
  /** Called by Enter or when the field loses the focus. */
  onCommit: (value: number | undefined) => void;
}

/** Field for a number. Invalid input shows an error and is not committed. */
function NumberInput({
  label,
  unit,
  limits: [min, max],
  isWhole = false,
  isOptional = false,
  value,
  onCommit,
}: NumberInputProps) {
  const { t, locale } = useWords();
  const [draft, setDraft] = useState<{ readonly over: number | undefined; readonly text: string }>();
  const shown = value === undefined ? '' : new Intl.NumberFormat(locale, { useGrouping: false }).format(value);
  // A draft for another value is outdated.
  const text = draft && draft.over === value ? draft.text : shown;
  const isEmpty = text.trim() === '';
  const parsed = numberIn(text, isWhole);
  const isRight = isEmpty ? isOptional : parsed !== undefined && parsed >= min && parsed <= max;
  const commit = () => {
    if (text === shown || !isRight) return;
    onCommit(parsed);
    setDraft(undefined);
  };
  return (
    <Field
      label={label}
      error={
        isRight ? undefined : t('view.own.range', { least: formatNumber(locale, min), most: formatNumber(locale, max) })
      }
    >
      <Input
        inputMode={isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={text}
        onValueChange={(next) => setDraft({ over: value, text: next })}
        onBlur={commit}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') commit();
        }}
        endSlot={<span className="text-13">{unit}</span>}
        className="tabular-nums pointer-coarse:h-11"
      />
    </Field>
  );
}

/** Reads a number with a comma or a point before its decimals. */
function numberIn(text: string, isWhole: boolean): number | undefined {
  const plain = text.trim().replace(',', '.');
  return (isWhole ? /^\d+$/ : /^\d+(?:\.\d+)?$/).test(plain) ? Number(plain) : undefined;
}
