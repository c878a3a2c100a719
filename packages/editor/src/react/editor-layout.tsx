import type { DisputedPart } from '@isola/segmenter';
import { cn } from '@isola/ui/cn';
import { TooltipProvider } from '@isola/ui/tooltip';
import { Eye, ImagePlus, Move, SquareSplitHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { createBrushStore } from '../brush/create-brush-store.ts';
import { saveThumbnails } from '../persistence/save-thumbnails.ts';
import { createViewport, type Viewport } from '../viewport/create-viewport.ts';
import { BarButton } from './bar-button.tsx';
import { type Hold, useHold } from './canvas/use-hold.ts';
import { ZoomControls } from './canvas/zoom-controls.tsx';
import { Announcer } from './help/announcer.tsx';
import { EditorCommands, useCommand } from './commands/editor-commands.tsx';
import { HelpButtons } from './help/help-buttons.tsx';
import { StageNote } from './help/stage-note.tsx';
import { useAnnouncement } from './help/use-announcement.ts';
import { SaveWarning } from './persistence/save-warning.tsx';
import { ImageBar } from './session/image-bar.tsx';
import { revealedResults } from './session/revealed-results.ts';
import { CropStage } from './crop/crop-stage.tsx';
import type { Editor } from '../editor.ts';
import { DownloadBar } from './download-bar.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { FailureNote } from './failure-note.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import type { CanvasBackground } from '../rendering/paint.ts';
import { RefineStage } from './refine/refine-stage.tsx';
import { ResultStage } from './canvas/result-stage.tsx';
import { ToolRail } from './tool-rail.tsx';
import type { ToolId } from '../commands/tool-ids.ts';
import { useFadingPanel } from './use-fading-panel.ts';
import { useRevertIdleClick } from './use-idle-press.ts';
import { useMedia } from './use-media.ts';
import { usePrefetch } from './use-prefetch.ts';
import { ViewMenu } from './view-menu.tsx';
import { useEditorHost } from './session/editor-host.tsx';
import type { ImageSegmentation } from '../image/image-segmentation.ts';

/** Padding around a fitted picture, in CSS px. */
const stagePadding = { wide: 32, narrow: 12 };

/** Layout of the editor for one result: the tools, the canvas, the panel of the chosen tool and the download. */
export function EditorLayout({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const { session, itemActions, isPanelClosed = false } = useEditorHost();
  const { image: photo } = editor.document;
  const { segmentation: result } = editor;
  const isWide = useMedia('(min-width: 48rem)');
  const [tool, setTool] = useState<ToolId>('background');
  const [open, setOpen] = useState(!isPanelClosed);
  const [canvasBackground, setCanvasBackground] = useState<CanvasBackground>('checker');
  const [outlined, setOutlined] = useState(false);
  const [part, setPart] = useState<DisputedPart>();
  const [asked, setAsked] = useState<boolean>();
  const [brush] = useState(createBrushStore);
  const [store] = useState(() => createViewport({ padding: isWide ? stagePadding.wide : stagePadding.narrow }));
  const panelId = useId();
  const canvas = useRef<HTMLElement>(null);
  const isPanelShown = open || isWide;
  // On a phone the brush paints on the whole stage, and the panel lies over it.
  const isPanelOverStage = tool === 'refine' && open && !isWide;
  const { isFaded, onTouch, panel } = useFadingPanel(store, isPanelOverStage);
  const { history } = editor.document;
  const isUntouched = useStore(history, ({ undoable }) => undoable === undefined);
  const lift = useReveal(result, tool === 'background' && isUntouched);
  const hold = useHold('o');
  const isPlacing = useStore(editor.placing, (state) => state.isPlacing) && showsResult(tool);
  usePrefetch();
  useEffect(() => saveThumbnails(editor), [editor]);
  const [said, say] = useAnnouncement();
  useRevertIdleClick(editor, say);

  // Until the first edit, the original and the result are compared by default. After it, only the result is shown.
  const comparing = showsResult(tool) && !isPlacing && (asked ?? (tool === 'background' && isUntouched));
  const choose = (next: ToolId) => {
    setOpen(next !== tool || !open);
    if (next !== tool) {
      setAsked(undefined);
      setPart(undefined);
    }
    setTool(next);
  };
  const show = (next: ToolId) => {
    if (next !== tool) choose(next);
    setOpen(true);
  };
  const note = <StageNote editor={editor} said={said} isFirstLook={tool === 'background'} />;
  return (
    <EditorCommands
      editor={editor}
      canCompare={showsResult(tool)}
      toggleCompare={() => {
        editor.placing.set(false);
        setAsked(!comparing);
      }}
      toggleOutline={() => setOutlined(!outlined)}
      chooseTool={show}
      openNewImage={itemActions ? undefined : () => void session.reset()}
      announce={say}
    >
      <TooltipProvider>
        <ImageBar name={photo.name}>
          <HistoryButtons />
          <ZoomControls store={store} />
          <CompareButtons comparing={comparing} hold={hold} />
          <PlaceButton pressed={isPlacing} />
          <ViewMenu
            canvasBackground={canvasBackground}
            onCanvasBackgroundChange={setCanvasBackground}
            outlined={outlined}
            placing={isPlacing}
          />
          {!itemActions && <NewImageButton />}
          <HelpButtons />
          {itemActions}
        </ImageBar>
      </TooltipProvider>
      <ToolRail tool={tool} open={open} panelId={panelId} onPress={choose} />
      <section
        ref={canvas}
        aria-label={t('tool:picture.label')}
        className={cn(
          'relative flex min-h-0 min-w-0 flex-col bg-sunk',
          isPanelOverStage ? 'col-start-1 [grid-row:stage-start/panel-end]' : '[grid-area:stage]',
        )}
      >
        <div className="p-3 pb-0 empty:hidden">
          <SaveWarning editor={editor} />
        </div>
        {!isWide && note}
        <div className="relative min-h-0 flex-1">
          {stageOf(tool, {
            editor,
            store,
            canvasBackground,
            outlined,
            part,
            comparing,
            original: hold.held,
            brush,
            onTouch,
            ...lift,
          })}
          {!isPanelShown && (
            <div className="absolute inset-x-3 bottom-3 z-10">
              <FailureNote rendering={editor.rendering} />
            </div>
          )}
          {isWide && note}
        </div>
      </section>
      {isPanelShown && (
        <EditorPanel
          {...{ editor, tool, brush, canvas, part }}
          ref={panel}
          id={panelId}
          isFaded={isFaded}
          // A new object for the same part brings the part into view again.
          onPart={(next) => setPart(next && { ...next })}
          onClose={() => setOpen(false)}
        />
      )}
      <DownloadBar editor={editor} />
      <Announcer editor={editor} />
    </EditorCommands>
  );
}

function CompareButtons({ comparing, hold }: { comparing: boolean; hold: Hold }) {
  const { t } = useTranslation('editor');
  const compare = useCommand('compare');
  return (
    <>
      <BarButton
        label={compare.label}
        tip={compare.tip}
        aria-pressed={comparing}
        aria-disabled={!compare.isEnabled}
        onClick={compare.run}
        isLabelled
      >
        <SquareSplitHorizontal aria-hidden />
      </BarButton>
      <BarButton label={t('canvas.original')} tip={t('canvas.original')} {...hold.buttonProps}>
        <Eye aria-hidden />
      </BarButton>
    </>
  );
}

/** Button that starts or ends placing the subject. Phones have it in the view menu instead. */
function PlaceButton({ pressed }: { pressed: boolean }) {
  const { label, tip, run, isEnabled } = useCommand('place-subject');
  return (
    <BarButton
      label={label}
      tip={tip}
      aria-pressed={pressed}
      aria-disabled={!isEnabled}
      onClick={run}
      isLabelled
      className="max-sm:hidden"
    >
      <Move aria-hidden />
    </BarButton>
  );
}

/** Button that opens another image. Phones have it in the command menu instead. */
function NewImageButton() {
  const { label, tip, run } = useCommand('new-image');
  return (
    <BarButton label={label} tip={tip} onClick={run} isLabelled className="max-sm:hidden">
      <ImagePlus aria-hidden />
    </BarButton>
  );
}

interface StageParts {
  readonly editor: Editor;
  readonly store: Viewport;
  readonly canvasBackground: CanvasBackground;
  readonly outlined: boolean;
  readonly part: DisputedPart | undefined;
  readonly comparing: boolean;
  readonly original: boolean;
  readonly brush: ReturnType<typeof createBrushStore>;
  readonly lifting: boolean;
  readonly onLifted: () => void;
  readonly onTouch: (isTouching: boolean) => void;
}

function stageOf(tool: ToolId, { brush, comparing, lifting, onLifted, onTouch, part, ...parts }: StageParts) {
  switch (tool) {
    case 'refine':
      return <RefineStage {...parts} {...{ brush, onTouch, part }} />;
    case 'crop':
      return <CropStage {...parts} />;
    case 'background':
    case 'light':
    case 'export':
      return <ResultStage {...parts} {...{ comparing, lifting, onLifted }} />;
    default:
      return tool satisfies never;
  }
}

/**
 * Decides whether the animation of a new result is shown. Each result shows it once.
 * @param isFirstLook True until the first edit or change of tool, either of which ends the animation.
 */
function useReveal(result: ImageSegmentation, isFirstLook: boolean) {
  const [isOver, setOver] = useState(() => revealedResults.has(result));
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const lifting = !isOver && isFirstLook && !isStill;
  useEffect(() => {
    if (!lifting) revealedResults.add(result);
  }, [lifting, result]);
  return { lifting, onLifted: () => setOver(true) };
}

function showsResult(tool: ToolId): boolean {
  return tool !== 'refine' && tool !== 'crop';
}
