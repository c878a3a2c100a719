import { formatNumber, type Locale } from '@isola/i18n';
import { maxPixels, maxSidePx } from '@isola/segmenter';
import { Field } from '@isola/ui/field';
import { IconButton } from '@isola/ui/icon-button';
import { Input } from '@isola/ui/input';
import { Link2, Unlink2 } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Size } from '@isola/imaging';

export interface SizeFieldsProps {
  size: Size;
  /** Ratio of width to height, which linked fields keep. */
  ratio: number;
  onResize: (size: Size, ratioChanges: boolean) => void;
}

type Side = keyof Size;

/** Text of a field that has not been applied yet. */
interface Draft {
  readonly side: Side;
  readonly text: string;
  /** Size at the time of typing. Once the size differs, the draft is outdated. */
  readonly of: Size;
}

/** Fields for width and height, in px. A value is applied by Enter or when its field loses the focus. */
export function SizeFields({ size, ratio, onResize }: SizeFieldsProps) {
  const { t, i18n } = useTranslation('editor');
  const [linked, setLinked] = useState(true);
  const [written, setWritten] = useState<Draft>();
  const [refused, setRefused] = useState(false);
  const label = useId();
  const error = useId();
  const isCurrent = written?.of.widthPx === size.widthPx && written.of.heightPx === size.heightPx;
  const draft = isCurrent ? written : undefined;
  const wanted = draft && wantedSize(draft, linked ? ratio : undefined);
  const problem = wanted && problemOf(wanted);

  const number = (value: number) => formatNumber(i18n.language as Locale, value);
  const shown = (side: Side) => {
    if (draft?.side === side) return draft.text;
    return String(wanted && !problem ? wanted[side] : size[side]);
  };
  const take = () => {
    setRefused(problem !== undefined);
    if (!draft || !wanted || problem) return;
    setWritten(undefined);
    if (wanted.widthPx !== size.widthPx || wanted.heightPx !== size.heightPx) onResize(wanted, !linked);
  };
  const fieldOf = (side: Side) => (
    <Field
      label={t(side === 'widthPx' ? 'crop.width' : 'crop.height')}
      className="[&_label]:text-12 [&_label]:font-normal [&_label]:text-soft"
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        value={shown(side)}
        endSlot="px"
        invalid={refused && problem !== undefined && draft?.side === side}
        aria-describedby={error}
        onValueChange={(text) => {
          setRefused(false);
          setWritten({ side, text, of: size });
        }}
        onBlur={take}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') take();
          if (event.key !== 'Escape' || !draft) return;
          // This Escape discards the draft and must have no other effect.
          event.stopPropagation();
          setWritten(undefined);
        }}
        className="tabular-nums pointer-coarse:h-11"
      />
    </Field>
  );
  return (
    <div role="group" aria-labelledby={label}>
      <p id={label} className="mb-1 text-12 text-soft">
        {t('crop.size')}
      </p>
      <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-1.5">
        {fieldOf('widthPx')}
        <IconButton
          label={t('crop.linked')}
          title={t('crop.linked')}
          aria-pressed={linked}
          onClick={() => setLinked(!linked)}
          className="pointer-coarse:size-11"
        >
          {linked ? <Link2 aria-hidden /> : <Unlink2 aria-hidden />}
        </IconButton>
        {fieldOf('heightPx')}
      </div>
      <p id={error} role="alert" className="mt-1.5 text-13 text-danger empty:hidden">
        {refused && problem === 'side' && <span>{t('crop.sideOutOfRange', { most: number(maxSidePx) })}</span>}
        {refused && problem === 'pixels' && wanted && (
          <span>
            {t('crop.tooManyPixels', {
              most: number(maxPixels / 1e6),
              megapixels: number(Math.ceil((wanted.widthPx * wanted.heightPx) / 1e6)),
            })}
          </span>
        )}
      </p>
    </div>
  );
}

/**
 * @param ratio Ratio of width to height by which the other side is computed. Without it, the other side stays
 * unchanged.
 */
function wantedSize({ side, text, of }: Draft, ratio: number | undefined): Size {
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : NaN;
  const other = (follows: number, stays: number) => (ratio === undefined ? stays : Math.max(1, Math.round(follows)));
  return side === 'widthPx'
    ? { widthPx: value, heightPx: other(value / (ratio ?? 1), of.heightPx) }
    : { widthPx: other(value * (ratio ?? 1), of.widthPx), heightPx: value };
}

function problemOf({ widthPx, heightPx }: Size): 'side' | 'pixels' | undefined {
  const isSide = (side: number) => side >= 1 && side <= maxSidePx;
  if (!isSide(widthPx) || !isSide(heightPx)) return 'side';
  return widthPx * heightPx > maxPixels ? 'pixels' : undefined;
}
