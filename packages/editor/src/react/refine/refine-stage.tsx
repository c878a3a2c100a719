import type { DisputedPart } from '@isola/segmenter';
import { Banner } from '@isola/ui/banner';
import { cn } from '@isola/ui/cn';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { BrushLayer } from '../brush/brush-layer.tsx';
import type { BrushStore } from '../../brush/create-brush-store.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { Stage, type StageHandle } from '../canvas/stage.tsx';
import { addEdit } from '../../document/add-edit.ts';
import { maxEdits } from '../../schema/document-state.ts';
import type { Edit } from '../../model/edit.ts';
import type { Editor } from '../../editor.ts';
import { ObjectStatus } from './object-status.tsx';
import { PartOutline } from './part-outline.tsx';
import { useObjectClicks } from './use-object-clicks.ts';
import { Outline } from '../canvas/outline.tsx';
import { MatteOutline } from '../canvas/matte-outline.tsx';
import { useWholeImage } from '../canvas/use-whole-image.ts';
import type { CanvasBackground } from '../../rendering/paint.ts';

export interface RefineStageProps {
  editor: Editor;
  store: Viewport;
  brush: BrushStore;
  canvasBackground: CanvasBackground;
  outlined: boolean;
  /** Disputed part to bring into view. */
  part?: DisputedPart | undefined;
  /** True while a key or a button is held that shows only the original. */
  original: boolean;
  onTouch: (isTouching: boolean) => void;
  /** Announces what a click did. */
  say: (words: string) => void;
}

/** Stage of the brush: the whole cutout, uncropped and in px of the image. */
export function RefineStage({
  editor,
  store,
  brush,
  canvasBackground,
  outlined,
  part,
  original,
  onTouch,
  say,
}: RefineStageProps) {
  const { t } = useTranslation('editor');
  const { document, stageImages, rendering, segmentation: result } = editor;
  const settledEdits = useStore(rendering, (state) => state.settledEdits);
  const isFull = useStore(document.history, ({ state }) => state.matte.edits.length >= maxEdits);
  const tool = useStore(brush, (state) => state.tool);
  const clicks = useObjectClicks(editor, tool, say);
  const stage = useRef<StageHandle>(null);
  useEffect(() => stageImages.subscribe(() => stage.current?.repaint()), [stageImages]);

  const { image, paintCanvas, paintSources } = useWholeImage(editor, canvasBackground);

  // The stage has set the viewport's picture by now, because effects of children run first.
  useEffect(() => {
    if (part) store.showPart({ x: part.leftPx, y: part.topPx, width: part.widthPx, height: part.heightPx });
  }, [store, part]);

  const add = (edit: Edit) => addEdit(document, edit, editor.registries.edits);
  return (
    <Stage
      ref={stage}
      imageSize={result}
      store={store}
      paint={(context, { view: { scale }, ratio, visible }) => {
        paintCanvas(context, ratio);
        (original ? image : stageImages.cutout())?.draw(context, visible, scale * ratio);
      }}
      label={t('view.stage')}
      interaction="tool"
      className="size-full"
    >
      <BrushLayer
        document={document}
        brush={brush}
        view={store}
        paintSources={paintSources}
        settledEdits={settledEdits}
        onStroke={add}
        onPress={add}
        onObject={clicks.find}
        onAim={clicks.aim}
        onTouch={onTouch}
        // The layer is made transparent instead of hidden, because a stroke in progress needs its pointer events.
        className={cn('absolute inset-0', original && 'opacity-0')}
      />
      {outlined && <MatteOutline editor={editor} store={store} />}
      {part && <PartOutline {...{ editor, part, store }} />}
      {isFull && (
        <Banner tone="warning" title={t('refine.full')} className="absolute inset-x-3 top-3 md:top-auto md:bottom-3" />
      )}
      {clicks.preview && <Outline paths={clicks.preview} store={store} />}
      <ObjectStatus clicks={clicks} />
    </Stage>
  );
}
