import { builtInRegistries, type Editor } from '@isola/editor';
import { BackgroundSection, LightPanel } from '@isola/editor/react/preset-parts';
import { useEditorHost } from '@isola/editor/react';
import { marketplaceIds } from '@isola/marketplaces';
import { AccordionItem } from '@isola/ui/accordion';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Select, SelectOption } from '@isola/ui/select';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { defaultBatchPreset } from '../../preset/batch-preset.ts';
import { marketplaceOf, marketplacePreset } from '../../preset/marketplace-preset.ts';
import { useBatch, useBatchState } from '../batch-context.tsx';
import { createPresetDocument } from './create-preset-document.ts';
import { CropSection } from './crop-section.tsx';
import { FileSection } from './file-section.tsx';
import { NamePatternField } from './name-pattern-field.tsx';
import { PresetPreview } from './preset-preview.tsx';

/** Panel for the batch's preset. A change also applies to images that are already processed. */
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
          {/* Images that are pasted or dropped elsewhere on the page are added to the batch. */}
          <BackgroundSection editor={editor} takesFromPage={false} />
        </Section>
        <Section title={t('editor:tools.crop')}>
          <CropSection />
        </Section>
        <Section title={t('editor:tools.light')}>
          <LightPanel editor={editor} />
        </Section>
        <Section title={t('preset.file')} isOpenFirst>
          <FileSection document={document} registries={registries} />
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

/** Select for a marketplace, which sets the preset to its rules. Each setting can be changed afterwards. */
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
            min={16}
            max={8192}
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
      // `aria-disabled` instead of `disabled`, which would lose the keyboard focus when the button is pressed.
      aria-disabled={!isChanged}
      onClick={() => isChanged && onReset()}
      className="self-start aria-disabled:border-transparent aria-disabled:bg-pressed aria-disabled:text-faint pointer-coarse:h-11"
    >
      {t('preset.reset')}
    </Button>
  );
}

/**
 * @returns the preset's document, and a function that replaces it by a new one without the images of earlier
 *   backgrounds.
 */
function usePresetDocument(): [Editor['document'], renew: () => void] {
  const batch = useBatch();
  const [{ document, connect }, setPresetDocument] = useState(() => createPresetDocument(batch));
  useEffect(connect, [connect]);
  return [document, () => setPresetDocument(createPresetDocument(batch))];
}

/** Returns the registries of the surrounding editor host, completed by the built-in ones. */
function usePresetRegistries() {
  const { registries: given } = useEditorHost();
  return useMemo(() => ({ ...builtInRegistries, ...given }), [given]);
}
