import { identity } from '@isola/imaging';
import type { DisputedPart } from '@isola/segmenter';
import { Banner } from '@isola/ui/banner';
import { cn } from '@isola/ui/cn';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { BrushLayer } from '../brush/brush-layer.tsx';
import type { BrushStore } from '../../brush/create-brush-store.ts';
import type { PaintSources } from '../../brush/paint-sources.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { Stage, type StageHandle } from '../canvas/stage.tsx';
import type { Camera } from '../../viewport/view.ts';
import { addEdit } from '../../document/add-edit.ts';
import { maxEdits } from '../../schema/document-state.ts';
import type { Edit } from '../../model/edit.ts';
import type { Editor } from '../../editor.ts';
import { ObjectStatus } from './object-status.tsx';
import { PartOutline } from './part-outline.tsx';
import { useObjectClicks } from './use-object-clicks.ts';
import { Outline } from '../canvas/outline.tsx';
import { MatteOutline } from '../canvas/matte-outline.tsx';
import { useBackgroundPainter } from '../use-background-painter.ts';
import { useOriginal } from '../canvas/use-original.ts';
import { type CanvasBackground, paintCanvasBackground } from '../../rendering/paint.ts';

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
  const { widthPx, heightPx } = result;
  const settledEdits = useStore(rendering, (state) => state.settledEdits);
  const isFull = useStore(document.history, ({ state }) => state.matte.edits.length >= maxEdits);
  const tool = useStore(brush, (state) => state.tool);
  const clicks = useObjectClicks(editor, tool, say);
  const stage = useRef<StageHandle>(null);
  useEffect(() => stageImages.subscribe(() => stage.current?.repaint()), [stageImages]);

  const whole = useMemo(() => ({ x: 0, y: 0, width: widthPx, height: heightPx }), [widthPx, heightPx]);
  const image = useOriginal(stageImages);
  const paintBackground = useBackgroundPainter(editor, canvasBackground);
  // The brush draws this image once and caches it. A new function signals that the image has changed.
  const drawCutout = useMemo<Draw>(
    () => inImage((context, scale) => stageImages.cutout().draw(context, whole, scale)),
    [stageImages, whole],
  );
  const drawOriginal = useMemo<Draw>(
    () => inImage((context, scale) => image?.draw(context, whole, scale)),
    [image, whole],
  );
  const paintCanvas = useCallback(
    (context: CanvasRenderingContext2D, ratio: number) => {
      paintCanvasBackground(context, whole, canvasBackground, ratio);
      if (!paintBackground) return;
      context.save();
      context.beginPath();
      context.rect(0, 0, whole.width, whole.height);
      context.clip();
      paintBackground(context, identity);
      context.restore();
    },
    [whole, canvasBackground, paintBackground],
  );
  const drawBackdrop = useMemo<Draw>(() => inImage((context) => paintCanvas(context, devicePixelRatio)), [paintCanvas]);
  const paintSources = useMemo<PaintSources>(
    () => ({ drawCutout, drawOriginal, drawBackdrop }),
    [drawCutout, drawOriginal, drawBackdrop],
  );

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

type Draw = PaintSources['drawCutout'];

/**
 * Returns a function that draws in px of the image under a given camera.
 * @param paint Draws the image. `scale` is the number of device px per px of the image.
 */
function inImage(paint: (context: CanvasRenderingContext2D, scale: number) => void): Draw {
  return (context, { scale, offsetX, offsetY }: Camera) => {
    context.save();
    context.translate(offsetX, offsetY);
    context.scale(scale, scale);
    paint(context, scale * devicePixelRatio);
    context.restore();
  };
}
