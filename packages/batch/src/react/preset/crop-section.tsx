import { type Preset, withEnlargement } from '@isola/editor';
import {
  cropPresets,
  defaultMarginPercent,
  EnlargeChoice,
  maxMarginPercent,
  NumberField,
  PresetTile,
  SizeSelect,
} from '@isola/editor/react/preset-parts';
import { formatPercent, type Locale } from '@isola/i18n';
import { Slider } from '@isola/ui/slider';
import { Switch } from '@isola/ui/switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch, useBatchState } from '../batch-context.tsx';

/** Largest difference between two ratios that count as equal. */
const ratioTolerance = 0.001;
const square = { widthPx: 1, heightPx: 1, angleDeg: 0, mirrored: false };
/** Initial length of the long side, in px, when the user turns on a fixed size. */
const defaultLongSidePx = 2000;

/** Crop ratio, margin around the subject, output size and enlargement of the preset. */
export function CropSection() {
  const { t, i18n } = useTranslation(['batch', 'editor']);
  const batch = useBatch();
  const shape = useBatchState(({ preset }) => preset.preset.shape);
  const size = useBatchState(({ preset }) => preset.preset.state.size);
  const enlarge = useBatchState(({ preset }) => preset.preset.state.enlarge);
  const [margin, setMargin] = useState<number>();
  const change = (next: Partial<Preset>) => {
    const { preset } = batch.getState();
    batch.setPreset({ ...preset, preset: { ...preset.preset, ...next } });
  };
  const stateWith = (longSidePx: number | undefined, ratio: number | undefined) => {
    const { state } = batch.getState().preset.preset;
    return { ...state, size: longSidePx === undefined ? undefined : sizeOf(longSidePx, ratio) };
  };
  const longSidePx = size && Math.max(size.widthPx, size.heightPx);
  const choose = (ratio: number | undefined) => {
    const marginPercent = shape ? shape.marginPercent : defaultMarginPercent;
    change({ state: stateWith(longSidePx, ratio), shape: ratio === undefined ? undefined : { ratio, marginPercent } });
  };
  const chooseSize = (next: Preset['state']['size']) => {
    const { state } = batch.getState().preset.preset;
    if (!next) return change({ state: { ...state, size: undefined } });
    const marginPercent = shape ? shape.marginPercent : defaultMarginPercent;
    return change({ state: { ...state, size: next }, shape: { ratio: next.widthPx / next.heightPx, marginPercent } });
  };
  const ratios = cropPresets.filter((preset) => preset.kind === 'ratio');
  const isListed = ratios.some(({ width, height }) => shape && isSame(shape.ratio, width / height));
  const marginPercent = margin ?? shape?.marginPercent ?? defaultMarginPercent;
  return (
    <>
      <div role="group" aria-label={t('editor:crop.shape')} className="grid grid-cols-4 gap-2">
        <PresetTile
          preset={cropPresets[0]}
          imageSize={square}
          orientation={square}
          label={t('preset.whole')}
          selected={!shape}
          onClick={() => choose(undefined)}
          className="col-span-4"
        />
        {ratios.map((preset) => (
          <PresetTile
            key={preset.id}
            preset={preset}
            imageSize={square}
            orientation={square}
            label={preset.id}
            selected={shape !== undefined && isSame(shape.ratio, preset.width / preset.height)}
            onClick={() => choose(preset.width / preset.height)}
          />
        ))}
      </div>
      {shape && !isListed && (
        <p className="text-13 text-soft tabular-nums">
          {t('preset.ownRatio', { ratio: shape.ratio.toLocaleString(i18n.language, { maximumFractionDigits: 2 }) })}
        </p>
      )}
      {shape && (
        <>
          <Switch
            checked={shape.marginPercent !== undefined}
            onCheckedChange={(isOn) =>
              change({ shape: { ...shape, marginPercent: isOn ? defaultMarginPercent : undefined } })
            }
          >
            {t('editor:crop.center')}
          </Switch>
          {shape.marginPercent !== undefined && (
            <Slider
              label={t('editor:crop.margin')}
              max={maxMarginPercent}
              value={marginPercent}
              formatValue={(value) => formatPercent(i18n.language as Locale, value / 100)}
              onValueChange={setMargin}
              onValueCommit={(next) => {
                setMargin(undefined);
                change({ shape: { ...shape, marginPercent: next } });
              }}
            />
          )}
        </>
      )}
      <div className="flex flex-col gap-3">
        {/* The marketplace field applies the sizes of marketplaces together with their other rules. */}
        <SizeSelect size={shape && size} hasMarketplaces={false} onChoose={chooseSize} />
        <Switch
          description={shape ? undefined : t('preset.sizeHint')}
          checked={longSidePx !== undefined}
          onCheckedChange={(isOn) => change({ state: stateWith(isOn ? defaultLongSidePx : undefined, shape?.ratio) })}
        >
          {t('preset.size')}
        </Switch>
        {longSidePx !== undefined && (
          <NumberField
            label={t('preset.longSide')}
            unit={t('preset.px')}
            min={16}
            max={8192}
            value={longSidePx}
            onCommit={(next) => change({ state: stateWith(next, shape?.ratio) })}
          />
        )}
      </div>
      <EnlargeChoice
        sizing={{ size, enlarge }}
        imageSize={undefined}
        onChoose={(factor) => change({ state: withEnlargement(batch.getState().preset.preset.state, factor) })}
      />
    </>
  );
}

/** Returns the output size. Without a ratio, it is the square box that the image is fitted into. */
function sizeOf(longSidePx: number, ratio = 1): { widthPx: number; heightPx: number } {
  return {
    widthPx: Math.max(1, Math.round(longSidePx * Math.min(1, ratio))),
    heightPx: Math.max(1, Math.round(longSidePx / Math.max(1, ratio))),
  };
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < ratioTolerance;
}
