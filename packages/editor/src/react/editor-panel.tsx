import type { DisputedPart } from '@isola/segmenter';
import { cn } from '@isola/ui/cn';
import { IconButton } from '@isola/ui/icon-button';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type Ref, type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { BrushStore } from '../brush/create-brush-store.ts';
import { ImageNotes } from './session/image-notes.tsx';
import { ImproveDetail } from './session/improve-detail.tsx';
import { InsideNote } from './session/inside-note.tsx';
import { ResultDoubts } from './session/result-doubts.tsx';
import { ResultFacts } from './session/result-facts.tsx';
import { ResultNotes } from './session/result-notes.tsx';
import { BusyBackground, useBusyBackground } from './background/busy-background.ts';
import { BackgroundSection } from './background/background-section.tsx';
import { CropPanel } from './crop/crop-panel.tsx';
import type { Editor } from '../editor.ts';
import { ExportSection } from './export/export-section.tsx';
import { FailureNote } from './failure-note.tsx';
import { FringeCheck } from './refine/fringe-check.tsx';
import { EarlierOffer } from './persistence/earlier-offer.tsx';
import { LayersPanel } from './layers/layers-panel.tsx';
import { LightPanel } from './light/light-panel.tsx';
import { ProjectSection } from './export/project-section.tsx';
import { PartChoice } from './refine/part-choice.tsx';
import { RefinePanel } from './refine/refine-panel.tsx';
import { RetouchPanel } from './retouch/retouch-panel.tsx';
import { SubjectChoice } from './refine/subject-choice.tsx';
import { useEditorHost } from './session/editor-host.tsx';
import type { ToolId } from '../commands/tool-ids.ts';
import { useEditedMatte } from './use-edited-matte.ts';
import { useMedia } from './use-media.ts';
import { useSheet } from './use-sheet.ts';

export interface EditorPanelProps {
  editor: Editor;
  tool: ToolId;
  brush: BrushStore;
  /** Canvas next to the panel. An image that is dropped on it can become the background. */
  canvas: RefObject<HTMLElement | null>;
  /** Disputed part that was brought into view. */
  part: DisputedPart | undefined;
  onPart: (part: DisputedPart | undefined) => void;
  id: string;
  ref?: Ref<HTMLElement>;
  /** True while the panel is invisible because a stroke is painted under it. */
  isFaded: boolean;
  /** True when the panel has a button that closes it on wide screens too. */
  isClosable: boolean;
  /** Closes the panel, so that the image gets its space. */
  onClose: () => void;
}

/** Panel with the controls of the chosen tool. */
export function EditorPanel({
  editor,
  tool,
  brush,
  canvas,
  part,
  onPart,
  id,
  ref,
  isFaded,
  isClosable,
  onClose,
}: EditorPanelProps) {
  const { t } = useTranslation('editor');
  const title = useId();
  const { size, sheetProps, handleProps } = useSheet(onClose);
  const isBegun = useStore(editor.document.history, ({ undoable }) => undoable !== undefined);
  return (
    <aside
      ref={ref}
      id={id}
      aria-labelledby={title}
      data-slot="editor"
      data-tool={tool}
      data-faded={isFaded || undefined}
      {...sheetProps}
      className="flex scroll-pt-12 flex-col gap-4 overflow-y-auto border-t border-line bg-sheet p-4 transition-opacity duration-base [grid-area:panel] *:flex-none max-md:relative max-md:z-10 max-md:min-h-30 max-md:data-faded:pointer-events-none max-md:data-faded:opacity-0 max-md:data-[size=tall]:h-[max(7.5rem,100dvh-24rem)] md:p-5 md:landscape:border-s md:landscape:border-t-0"
    >
      <div
        data-slot="sheet-head"
        {...handleProps}
        className="flex items-center max-md:sticky max-md:-top-4 max-md:z-20 max-md:-mx-4 max-md:-mt-4 max-md:touch-none max-md:bg-sheet max-md:ps-4 max-md:pe-1"
      >
        <h3 key={tool} ref={scrollPanelToTop} id={title} className="flex-1 text-14 font-medium">
          {t(`tools.${tool}.title`)}
        </h3>
        <button
          type="button"
          aria-expanded={size === 'tall'}
          aria-controls={id}
          aria-label={t('sheet.taller')}
          data-slot="sheet-handle"
          className="absolute left-1/2 grid h-11 w-16 -translate-x-1/2 cursor-grab place-items-center before:h-1 before:w-9 before:rounded-full before:bg-line-strong md:hidden"
        />
        <IconButton label={t('sheet.close')} onClick={onClose} className={cn('size-11', !isClosable && 'md:hidden')}>
          <ChevronDown aria-hidden />
        </IconButton>
      </div>
      {tool === 'background' && (
        <div className="flex flex-col gap-4 empty:hidden max-md:order-last md:-order-1">
          <ResultNotes result={editor.segmentation} />
          <EarlierOffer image={editor.document.image} editor={editor} isBegun={isBegun} />
          <InsideNote editor={editor} />
          <ResultDoubts editor={editor} brush={brush} onPart={onPart} />
          <ImageNotes image={editor.document.image} result={editor.segmentation} />
        </div>
      )}
      <FailureNote rendering={editor.rendering} />
      {tool === 'refine' && <PartChoice editor={editor} part={part} onPart={onPart} />}
      {(tool === 'background' || tool === 'refine') && <SubjectChoice editor={editor} />}
      {contentOf(tool, { editor, brush, canvas })}
    </aside>
  );
}

/** Scrolls the panel to its top when another tool is chosen, because the element keeps its scroll position. */
function scrollPanelToTop(title: HTMLElement | null): void {
  title?.closest('[data-slot=editor]')?.scrollTo({ top: 0, behavior: 'instant' });
}

function contentOf(
  tool: ToolId,
  { editor, brush, canvas }: Pick<EditorPanelProps, 'editor' | 'brush' | 'canvas'>,
): ReactNode {
  const { segmentation: result } = editor;
  switch (tool) {
    case 'background':
      return <Background editor={editor} canvas={canvas} />;
    case 'refine':
      return <Refine editor={editor} brush={brush} />;
    case 'retouch':
      return <RetouchPanel editor={editor} brush={brush} />;
    case 'light':
      return <LightPanel editor={editor} />;
    case 'layers':
      return <LayersPanel document={editor.document} selection={editor.layerSelection} editor={editor} />;
    case 'crop':
      return <Crop editor={editor} />;
    case 'export':
      return (
        <>
          <ExportSection editor={editor} />
          <ProjectSection editor={editor} />
          <ResultFacts result={result} />
        </>
      );
    default:
      return tool satisfies never;
  }
}

function Background({ editor, canvas }: Pick<EditorPanelProps, 'editor' | 'canvas'>) {
  const isWide = useMedia('(min-width: 48rem)');
  return (
    <BusyBackground value={useBusyBackground(editor)}>
      <BackgroundSection editor={editor} canvas={canvas} layout={isWide ? 'list' : 'tabs'} />
    </BusyBackground>
  );
}

function Refine({ editor, brush }: { editor: Editor; brush: BrushStore }) {
  const { document, rendering, segmentation: result } = editor;
  const { loadSegmenter } = useEditorHost();
  return (
    <>
      <RefinePanel {...{ document, brush, rendering }} findsObjects={loadSegmenter !== undefined} />
      <FringeCheck editor={editor} />
      <ImproveDetail result={result} />
    </>
  );
}

function Crop({ editor }: { editor: Editor }) {
  const matte = useEditedMatte(editor);
  return <CropPanel editor={editor} matte={matte} imageSize={matte} />;
}
