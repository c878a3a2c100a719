import { builtInRegistries, type Editor, type Preset } from '@isola/editor';
import { formatPercent, type Locale } from '@isola/i18n';
import {
  BackgroundSection,
  cropPresets,
  defaultMarginPercent,
  FormatChoice,
  LightPanel,
  maxMarginPercent,
  NumberField,
  PresetTile,
  SizeLimit,
} from '@isola/editor/react/preset-parts';
import { useEditorHost } from '@isola/editor/react';
import { marketplaceIds } from '@isola/marketplaces';
import { AccordionItem } from '@isola/ui/accordion';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Select, SelectOption } from '@isola/ui/select';
import { Slider } from '@isola/ui/slider';
import { Switch } from '@isola/ui/switch';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { defaultBatchPreset } from '../../preset/batch-preset.ts';
import { marketplaceOf, marketplacePreset } from '../../preset/marketplace-preset.ts';
import { useBatch, useBatchState } from '../batch-context.tsx';
import { createPresetDocument } from './create-preset-document.ts';
import { NamePatternField } from './name-pattern-field.tsx';
import { PresetPreview } from './preset-preview.tsx';

/** What every image of the batch gets; it holds for what is processed already, too. */
export function PresetPanel() {
  const { t } = useTranslation(['batch', 'editor']);
  const batch = useBatch();
  const [document, renew] = usePresetDocument();
  const registries = usePresetRegistries();
  const [previewed, setPreviewed] = useState<Editor>();
  const editor = {
    document,
    registries,
    eyedropper: previewed?.eyedropper,
    stageImages: previewed?.stageImages,
  };
  return (
    <div data-slot="preset-panel" className="flex flex-col gap-5">
      <PresetPreview presetDocument={document} onEditor={setPreviewed} />
      <p className="text-13 text-soft">{t('preset.hint')}</p>
      <MarketplaceChoice onChosen={renew} />
      <div className="border-b border-line [&>*]:border-t [&>*]:border-line">
        <Section title={t('editor:tools.background')} isOpenFirst>
          {/* What is pasted, or dropped elsewhere, are more images. */}
          <BackgroundSection editor={editor} takesFromPage={false} />
        </Section>
        <Section title={t('editor:tools.crop')}>
          <Crop />
        </Section>
        <Section title={t('editor:tools.light')}>
          <LightPanel editor={editor} />
        </Section>
        <Section title={t('preset.file')} isOpenFirst>
          <File document={document} />
        </Section>
      </div>
      <NamePatternField />
      <ResetButton
        onReset={() => {
          batch.setPreset(defaultBatchPreset);
          renew();
        }}
      />
    </div>
  );
}

function Section({
  title,
  isOpenFirst = false,
  children,
}: {
  title: string;
  isOpenFirst?: boolean;
  children: ReactNode;
}) {
  return (
    <AccordionItem headingLevel={3} defaultOpen={isOpenFirst} title={<span className="text-14">{title}</span>}>
      <div className="flex flex-col gap-4 pt-1 pb-2 text-ink">{children}</div>
    </AccordionItem>
  );
}

/** What a marketplace asks for, in one go; each part can be changed after. */
function MarketplaceChoice({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation(['batch', 'shop-photo']);
  const batch = useBatch();
  const chosen = useBatchState(({ preset }) => marketplaceOf(preset));
  const choose = (value: string) => {
    const id = marketplaceIds.find((each) => each === value);
    if (!id) return;
    batch.setPreset(marketplacePreset(id, batch.getState().preset));
    onChosen();
  };
  return (
    <Field label={t('preset.marketplace')}>
      <Select placeholder={t('preset.marketplaceNone')} value={chosen ?? ''} onValueChange={choose}>
        {marketplaceIds.map((id) => (
          <SelectOption key={id} value={id}>
            {t(`shop-photo:shop.${id}`)}
          </SelectOption>
        ))}
      </Select>
    </Field>
  );
}

type Document = Editor['document'];

/** Two ratios this near are the same one. */
const slack = 0.001;
const square = { widthPx: 1, heightPx: 1, angleDeg: 0, mirrored: false };

function Crop() {
  const { t, i18n } = useTranslation(['batch', 'editor']);
  const batch = useBatch();
  const shape = useBatchState(({ preset }) => preset.preset.shape);
  const size = useBatchState(({ preset }) => preset.preset.state.size);
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
  const ratios = cropPresets.filter((preset) => preset.kind === 'ratio');
  const isListed = ratios.some(({ width, height }) => shape && isSame(shape.ratio, width / height));
  const marginPercent = margin ?? shape?.marginPercent ?? defaultMarginPercent;
  return (
    <>
      <div role="group" aria-label={t('editor:crop.shape')} className="grid grid-cols-4 gap-2">
        <PresetTile
          preset={cropPresets[0]}
          photoSize={square}
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
            photoSize={square}
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
        <Switch
          description={shape ? undefined : t('preset.sizeHint')}
          checked={longSidePx !== undefined}
          onCheckedChange={(isOn) => change({ state: stateWith(isOn ? firstLongSidePx : undefined, shape?.ratio) })}
        >
          {t('preset.size')}
        </Switch>
        {longSidePx !== undefined && (
          <NumberField
            label={t('preset.longSide')}
            unit={t('preset.px')}
            least={16}
            most={8192}
            value={longSidePx}
            onCommit={(next) => change({ state: stateWith(next, shape?.ratio) })}
          />
        )}
      </div>
    </>
  );
}

const firstLongSidePx = 2000;

/** Without a ratio it is the box that the image is fitted into. */
function sizeOf(longSidePx: number, ratio = 1): { widthPx: number; heightPx: number } {
  return {
    widthPx: Math.max(1, Math.round(longSidePx * Math.min(1, ratio))),
    heightPx: Math.max(1, Math.round(longSidePx / Math.max(1, ratio))),
  };
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < slack;
}

function File({ document: { history } }: { document: Document }) {
  const { t } = useTranslation('editor');
  const { formats, backgrounds } = usePresetRegistries();
  const { format, quality, maxBytes } = useStore(history, ({ state }) => state.export);
  const isTransparent = useStore(
    history,
    ({ state }) => backgrounds.find(({ kind }) => kind === state.background.kind)?.isTransparent,
  );
  const chosen = formats.find(({ id }) => id === format);
  const exporting = (choice: Partial<Preset['state']['export']>) => {
    const { state } = history.getState();
    return { ...state, export: { ...state.export, ...choice } };
  };
  return (
    <>
      <FormatChoice
        formats={formats}
        format={format}
        onChoose={(next) => history.commit('format', exporting({ format: next }))}
      />
      {chosen?.hasQuality && (
        <Slider
          label={t('export.quality')}
          min={1}
          max={100}
          value={quality}
          onValueChange={(next) => history.preview(exporting({ quality: next }))}
          onValueCommit={(next) => history.commit('quality', exporting({ quality: next }))}
        />
      )}
      {chosen && !chosen.hasTransparency && isTransparent && <p className="text-13 text-soft">{t('export.onWhite')}</p>}
      <SizeLimit maxBytes={maxBytes} onChoose={(next) => history.commit('limit', exporting({ maxBytes: next }))} />
    </>
  );
}

function ResetButton({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation('batch');
  const isChanged = useBatchState(({ preset }) => JSON.stringify(preset) !== JSON.stringify(defaultBatchPreset));
  return (
    <Button
      // Not `disabled`: that would throw the keyboard's place away as it is pressed.
      aria-disabled={!isChanged}
      onClick={() => isChanged && onReset()}
      className="self-start aria-disabled:border-transparent aria-disabled:bg-pressed aria-disabled:text-faint pointer-coarse:h-11"
    >
      {t('preset.reset')}
    </Button>
  );
}

/** @returns the preset's document, and what makes a new one of the batch's preset, which has none of the images before. */
function usePresetDocument(): [Document, renew: () => void] {
  const batch = useBatch();
  const [{ document, connect }, setPresetDocument] = useState(() => createPresetDocument(batch));
  useEffect(connect, [connect]);
  return [document, () => setPresetDocument(createPresetDocument(batch))];
}

/** What the page's editor can do. */
function usePresetRegistries() {
  const { registries: given } = useEditorHost();
  return useMemo(() => ({ ...builtInRegistries, ...given }), [given]);
}
