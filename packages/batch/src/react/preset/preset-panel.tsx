import { builtInRegistries, type Editor } from '@isola/editor';
import {
  BackgroundSection,
  createLayerSelection,
  LayersPanel,
  LightPanel,
  useLayerNames,
} from '@isola/editor/react/preset-parts';
import { useEditorHost } from '@isola/editor/react';
import { marketplaceIds } from '@isola/photo-specs/marketplaces';
import { AccordionItem } from '@isola/ui/accordion';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Select, SelectOption } from '@isola/ui/select';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { defaultBatchPreset } from '../../preset/batch-preset.ts';
import { marketplaceOf, marketplacePreset } from '../../preset/marketplace-preset.ts';
import { useBatch, useBatchState, useLive } from '../batch-context.tsx';
import { BatchNameField } from './batch-name-field.tsx';
import { createPresetDocument } from './create-preset-document.ts';
import { CropSection } from './crop-section.tsx';
import { FacesSection } from './faces-section.tsx';
import { FileSection } from './file-section.tsx';
import { PresetPreview } from './preset-preview.tsx';

export interface PresetPanelProps {
  /** True where the panel shows the preset on one image, because no tiles are next to it. */
  hasPreview: boolean;
}

/** Panel for the batch's preset. A change also applies to images that are already processed. */
export function PresetPanel({ hasPreview }: PresetPanelProps) {
  const { t } = useTranslation(['batch', 'editor']);
  const batch = useBatch();
  const [document, renew] = usePresetDocument();
  const registries = usePresetRegistries();
  const [selection] = useState(createLayerSelection);
  const [previewed, setPreviewed] = useState<Editor>();
  useShowLive(document);
  useLayerNames(batch);
  const editor = {
    document,
    registries,
    eyedropper: previewed?.eyedropper,
    stageImages: previewed?.stageImages,
  };
  return (
    <div data-slot="preset-panel" className="flex flex-col gap-5">
      {hasPreview && <PresetPreview presetDocument={document} onEditor={setPreviewed} />}
      <p className="text-13 text-soft">{t('preset.hint')}</p>
      <MarketplaceChoice onChosen={renew} />
      <div className="border-b border-line [&>*]:border-t [&>*]:border-line">
        <Section title={t('editor:tools.background')} isOpenFirst>
          {/* Images that are pasted or dropped elsewhere on the page are added to the batch. */}
          <BackgroundSection editor={editor} />
        </Section>
        <Section title={t('editor:tools.crop')}>
          <CropSection />
        </Section>
        <Section title={t('editor:tools.light')}>
          <LightPanel editor={editor} />
        </Section>
        <Section title={t('editor:tools.layers.title')}>
          <LayersPanel document={document} selection={selection} />
        </Section>
        <Section title={t('preset.faces')}>
          <FacesSection />
        </Section>
        <Section title={t('preset.file')} isOpenFirst>
          <FileSection document={document} registries={registries} />
        </Section>
      </div>
      <BatchNameField />
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

/** Shows the preset on all tiles in view while it is being changed, for example while a slider moves. */
function useShowLive(document: Editor['document']): void {
  const batch = useBatch();
  const live = useLive();
  useEffect(() => {
    const show = () => {
      const { state, isPreview } = document.history.getState();
      if (!isPreview) return live.setState({ preset: undefined });
      const { preset, ...rest } = batch.getState().preset;
      const pictures = document.backgroundImageIds().flatMap((id) => {
        const blob = document.backgroundImage(id);
        return blob ? [{ id, blob }] : [];
      });
      return live.setState({ preset: { ...rest, preset: { ...preset, state }, pictures } });
    };
    const stop = document.history.subscribe(show);
    return () => {
      stop();
      live.setState({ preset: undefined });
    };
  }, [document, batch, live]);
}

/** Returns the registries of the surrounding editor host, completed by the built-in ones. */
function usePresetRegistries() {
  const { registries: given } = useEditorHost();
  return useMemo(() => ({ ...builtInRegistries, ...given }), [given]);
}
