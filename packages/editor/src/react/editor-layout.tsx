import type { DisputedPart } from '@isola/segmenter';
import { cn } from '@isola/ui/cn';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { createBrushStore } from '../brush/create-brush-store.ts';
import { saveThumbnails } from '../persistence/save-thumbnails.ts';
import { createViewport, type Viewport } from '../viewport/create-viewport.ts';
import { useHold } from './canvas/use-hold.ts';
import { EditorBar } from './editor-bar.tsx';
import { Announcer } from './help/announcer.tsx';
import { EditorCommands } from './commands/editor-commands.tsx';
import { StageNote } from './help/stage-note.tsx';
import { useAnnouncement } from './help/use-announcement.ts';
import { SaveWarning } from './persistence/save-warning.tsx';
import { revealedResults } from './session/revealed-results.ts';
import { CropStage } from './crop/crop-stage.tsx';
import type { Editor } from '../editor.ts';
import { DownloadBar } from './download-bar.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { FailureNote } from './failure-note.tsx';
import type { CanvasBackground } from '../rendering/paint.ts';
import { RefineStage } from './refine/refine-stage.tsx';
import { RetouchStage } from './retouch/retouch-stage.tsx';
import { type Comparison, ResultStage } from './canvas/result-stage.tsx';
import { ToolRail } from './tool-rail.tsx';
import type { ToolId } from '../commands/tool-ids.ts';
import { useFadingPanel } from './use-fading-panel.ts';
import { useFittingFormat } from './use-fitting-format.ts';
import { useRevertIdleClick } from './use-idle-press.ts';
import { useLayerNames } from './use-layer-names.ts';
import { useMedia } from './use-media.ts';
import { useSubjectTone } from './use-subject-tone.ts';
import { usePrefetch } from './use-prefetch.ts';
import { useEditorHost } from './session/editor-host.tsx';
import type { ImageSegmentation } from '../image/image-segmentation.ts';

/** Padding around a fitted picture, in CSS px. */
const stagePadding = { wide: 32, narrow: 12 };

/** Position at which the command starts a comparison, in % of the stage's width. */
const middle = 50;

/** Layout of the editor for one result: the tools, the canvas, the panel of the chosen tool and the download. */
export function EditorLayout({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  useLayerNames(editor);
  const { session, itemActions, isPanelClosed = false } = useEditorHost();
  const { segmentation: result } = editor;
  const isWide = useMedia('(min-width: 48rem)');
  const [tool, setTool] = useState<ToolId>('background');
  const [open, setOpen] = useState(!isPanelClosed);
  const [canvasBackground, setCanvasBackground] = useState<CanvasBackground>('checker');
  const [outlined, setOutlined] = useState(false);
  const [part, setPart] = useState<DisputedPart>();
  const [divider, setDivider] = useState(0);
  const [isSpaceHeld, setSpaceHeld] = useState(false);
  const [brush] = useState(createBrushStore);
  const [store] = useState(() => createViewport({ padding: isWide ? stagePadding.wide : stagePadding.narrow }));
  const panelId = useId();
  const canvas = useRef<HTMLElement>(null);
  // On a wide screen the panel has a place of its own, unless the page's controls take that place.
  const isPanelClosable = isPanelClosed || !isWide;
  const isPanelShown = open || !isPanelClosable;
  // On a phone the brush paints on the whole stage, and the panel lies over it.
  const isPanelOverStage = (tool === 'refine' || tool === 'retouch') && open && !isWide;
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
  // The preset of a batch decides the format of its images.
  useFittingFormat(editor, itemActions === undefined);

  const tone = useSubjectTone(result.cutout);
  const ground = canvasBackground === 'checker' && tone ? (`checker-${tone}` as const) : canvasBackground;
  const comparison = isPlacing ? undefined : { value: divider, onValueChange: setDivider };
  const comparing = showsResult(tool) && comparison !== undefined && divider > 0;
  const choose = (next: ToolId) => {
    setOpen(next !== tool || !open);
    if (next !== tool) {
      setDivider(0);
      setSpaceHeld(false);
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
        setDivider(comparing ? 0 : middle);
      }}
      toggleOutline={() => setOutlined(!outlined)}
      chooseTool={show}
      openNewImage={itemActions ? undefined : () => void session.reset()}
      announce={say}
    >
      <EditorBar
        {...{ editor, store, comparing, hold, isWide, canvasBackground, outlined }}
        canCompare={showsResult(tool)}
        onCanvasBackgroundChange={setCanvasBackground}
        placing={isPlacing}
      />
      <ToolRail tool={tool} open={open} panelId={panelId} onPress={choose} />
      <section
        ref={canvas}
        aria-label={t('tool:picture.label')}
        data-panel={isPanelShown ? undefined : 'closed'}
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
            canvasBackground: ground,
            outlined,
            part,
            comparison,
            isPanelShown,
            original: hold.held || (isSpaceHeld && !isPlacing),
            brush,
            onTouch,
            say,
            onSpace: setSpaceHeld,
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
          isClosable={isPanelClosable}
          // A new object for the same part brings the part into view again.
          onPart={(next) => setPart(next && { ...next })}
          onClose={() => setOpen(false)}
        />
      )}
      <DownloadBar editor={editor} hasButtons={!isWide} />
      <Announcer editor={editor} />
    </EditorCommands>
  );
}

interface StageParts {
  readonly editor: Editor;
  readonly store: Viewport;
  readonly canvasBackground: CanvasBackground;
  readonly outlined: boolean;
  readonly part: DisputedPart | undefined;
  readonly comparison: Comparison | undefined;
  readonly isPanelShown: boolean;
  readonly original: boolean;
  readonly brush: ReturnType<typeof createBrushStore>;
  readonly lifting: boolean;
  readonly onLifted: () => void;
  readonly onTouch: (isTouching: boolean) => void;
  readonly onSpace: (isHeld: boolean) => void;
  readonly say: (words: string) => void;
}

function stageOf(
  tool: ToolId,
  { brush, comparison, isPanelShown, lifting, onLifted, onSpace, onTouch, part, say, ...parts }: StageParts,
) {
  switch (tool) {
    case 'refine':
      return <RefineStage {...parts} {...{ brush, onTouch, part, say }} />;
    case 'retouch':
      return <RetouchStage {...parts} {...{ brush, onTouch, say }} />;
    case 'crop':
      return <CropStage {...parts} />;
    case 'background':
    case 'light':
    case 'layers':
    case 'export':
      return (
        <ResultStage
          {...parts}
          {...{ comparison, lifting, onLifted, onSpace }}
          isLit={tool === 'light' && isPanelShown}
          isLayered={tool === 'layers'}
        />
      );
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
  return tool !== 'refine' && tool !== 'retouch' && tool !== 'crop';
}
