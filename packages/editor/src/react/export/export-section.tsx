import { nameResults } from '@isola/files';
import { AccordionItem } from '@isola/ui/accordion';
import { Button } from '@isola/ui/button';
import { Slider } from '@isola/ui/slider';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { backgroundDefinition } from '../../backgrounds/define-background.ts';
import { formatOf } from '../../document/formats.ts';
import type { Editor } from '../../editor.ts';
import { chooseExport, defaultExport } from '../../export/fitting-format.ts';
import { namePlaceholders } from '../../export/result-naming.ts';
import { isSameData } from '../../model/same-data.ts';
import type { ExportOptions } from '../../schema/document-state.ts';
import { enlargedFrom, withEnlargement } from '../../document/enlargement.ts';
import { EnlargeChoice } from '../enlarge/enlarge-choice.tsx';
import { stopEnlarging } from '../enlarge/enlarge-progress.tsx';
import { lazyOptional } from '../lazy-optional.ts';
import { useNeed } from '../use-need.ts';
import { ExportActions } from './export-actions.tsx';
import { ExportSettings } from './export-settings.tsx';
import { FileFacts } from './file-facts.tsx';
import { FormatChoice } from './format-choice.tsx';
import { NamePatternField } from './name-pattern-field.tsx';
import { PageSettings } from './page-settings.tsx';

// Few files get a receipt, so its code is loaded with the open section.
const ReceiptSection = lazyOptional(async () => (await import('../receipt/receipt-section.tsx')).ReceiptSection);

/** Settings and facts of the file, and the actions that copy, save and share it. */
export function ExportSection({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const { document, rendering } = editor;
  const { file, widthPx, heightPx } = useStore(
    rendering,
    useShallow((state) => ({ file: state.file, widthPx: state.widthPx, heightPx: state.heightPx })),
  );
  useNeed(rendering, 'file');
  const state = useStore(document.history, ({ state }) => state);
  const { format, quality } = state.export;
  const ready = file.state === 'ready' ? file : undefined;
  /** Quality of the file when the maximum file size made it lower than the chosen one. */
  const limited = ready?.quality !== undefined && ready.quality < quality ? ready.quality : undefined;
  const { backgrounds, formats } = editor.registries;
  const chosen = formatOf(format, formats);

  const imageSize = { widthPx: editor.segmentation.widthPx, heightPx: editor.segmentation.heightPx };

  const standard = defaultExport(state, editor.registries);
  const setExport = (next: ExportOptions) => chooseExport(document, next, editor.registries);
  const choose = (choice: Partial<ExportOptions>) => setExport({ ...state.export, ...choice });

  return (
    <section aria-label={t('tools.export.title')} className="flex flex-col gap-4">
      <FormatChoice formats={formats} format={chosen.id} onChoose={(next) => choose({ format: next })} />
      {chosen.isPage && <PageSettings choice={state.export} onChoose={choose} widthPx={widthPx} heightPx={heightPx} />}
      {chosen.hasQuality && (
        <Slider
          label={t('export.quality')}
          min={1}
          max={100}
          value={quality}
          onValueChange={(next) => document.history.preview({ ...state, export: { ...state.export, quality: next } })}
          onValueCommit={(next) => choose({ quality: next })}
          {...(limited !== undefined && { formatValue: (value) => `${value} → ${limited}` })}
        />
      )}
      {limited !== undefined && (
        <p data-slot="quality-limited" className="-mt-2 text-13 text-soft tabular-nums">
          {t('export.qualityLimited', { quality: limited })}
        </p>
      )}
      {!chosen.hasTransparency && backgroundDefinition(backgrounds, state.background).isTransparent && (
        <p className="text-13 text-soft">{t('export.onWhite')}</p>
      )}
      {chosen.id === 'svg' && state.layers && <p className="text-13 text-soft">{t('layers.notInSvg')}</p>}
      {(chosen.isPage === true || state.export.dotsPerInch !== undefined || state.enlarge !== undefined) && (
        <EnlargeChoice
          sizing={state}
          imageSize={imageSize}
          onChoose={(factor) => document.history.commit('enlarge', withEnlargement(state, factor))}
        />
      )}
      <FileFacts
        {...{ file, widthPx, heightPx }}
        onRetry={rendering.retry}
        enlargedFrom={enlargedFrom(state, imageSize)}
        onWithoutEnlarging={() => stopEnlarging(editor)}
      />
      <ExportSettings
        choice={state.export}
        onChoose={choose}
        written={ready}
        {...{ widthPx, heightPx }}
        original={document.image.file}
        imageName={document.image.name}
      />
      <ResultNameField editor={editor} ending={chosen.ending} />
      {!isSameData(state.export, standard) && (
        <div className="flex items-center justify-between gap-3">
          <p className="text-13 text-soft">
            {t(state.export.maxBytes === undefined ? 'export.nextImage' : 'export.nextImageUnlimited')}
          </p>
          <Button variant="ghost" size="sm" onClick={() => setExport(standard)} className="-me-2.5 pointer-coarse:h-11">
            {t('export.reset')}
          </Button>
        </div>
      )}
      <ExportActions editor={editor} ready={ready} ending={chosen.ending} />
      {/* An invisible item keeps the space, so that the buttons below do not move under the pointer. */}
      <div className="grid *:[grid-area:1/1]">
        <AccordionItem headingLevel={4} title={<span className="text-14">{'\u00A0'}</span>} className="invisible" />
        <Suspense fallback={null}>
          <ReceiptSection editor={editor} ready={ready} />
        </Suspense>
      </div>
    </section>
  );
}

/** Field for the name of the file, whose pattern also names the results of the next images. */
function ResultNameField({ editor: { document, naming }, ending }: { editor: Editor; ending: string }) {
  const { t } = useTranslation(['editor', 'tool']);
  const pattern = useStore(naming, (state) => state.pattern);
  return (
    <NamePatternField
      label={t('name.label')}
      hint={t('name.hint')}
      previewLabel={t('name.preview')}
      placeholders={namePlaceholders}
      value={pattern}
      onCommit={naming.choose}
      namesOf={(read) =>
        nameResults(read, [{ name: document.image.name, ending }], { fallback: t('tool:photo.fileName') })
      }
    />
  );
}
