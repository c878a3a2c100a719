import { Banner } from '@isola/ui/banner';
import { cn } from '@isola/ui/cn';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { BrushStore } from '../../brush/create-brush-store.ts';
import { createRetouchBrush } from '../../brush/create-retouch-brush.ts';
import type { PaintSources } from '../../brush/paint-sources.ts';
import type { Stroke } from '../../edits/stroke.ts';
import type { Editor } from '../../editor.ts';
import type { CanvasBackground } from '../../rendering/paint.ts';
import { maxEdits } from '../../schema/document-state.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { BrushLayer } from '../brush/brush-layer.tsx';
import { MatteOutline } from '../canvas/matte-outline.tsx';
import { Stage, type StageHandle } from '../canvas/stage.tsx';
import { useWholeImage } from '../canvas/use-whole-image.ts';
import { RetouchStatus } from './retouch-status.tsx';
import { useRetouch } from './use-retouch.ts';

export interface RetouchStageProps {
  editor: Editor;
  store: Viewport;
  brush: BrushStore;
  canvasBackground: CanvasBackground;
  outlined: boolean;
  /** True while a key or a button is held that shows only the original. */
  original: boolean;
  onTouch: (isTouching: boolean) => void;
  /** Announces what a stroke did. */
  say: (words: string) => void;
}

/** Colour of the area that will be filled. Like that of a mask in other editors, it is the same on every image. */
const markColor = 'rgb(226 62 33 / 55%)';

/** Stage of the tool that erases small things: the whole cutout, uncropped and in px of the image. */
export function RetouchStage({
  editor,
  store,
  brush,
  canvasBackground,
  outlined,
  original,
  onTouch,
  say,
}: RetouchStageProps) {
  const { t } = useTranslation('editor');
  const { document, stageImages, rendering, segmentation } = editor;
  const settledEdits = useStore(rendering, (state) => state.settledEdits);
  const isFull = useStore(document.history, ({ state }) => state.matte.edits.length >= maxEdits);
  const marker = useMemo(() => createRetouchBrush(brush), [brush]);
  const work = useRetouch(editor, say);
  const { pending } = work;
  const stage = useRef<StageHandle>(null);
  useEffect(() => stageImages.subscribe(() => stage.current?.repaint()), [stageImages]);
  const { image, paintCanvas, paintSources } = useWholeImage(editor, canvasBackground);
  const markingSources = useMemo(() => marked(paintSources), [paintSources]);

  return (
    <Stage
      ref={stage}
      imageSize={segmentation}
      store={store}
      paint={(context, { view: { scale }, ratio, visible }) => {
        paintCanvas(context, ratio);
        (original ? image : stageImages.cutout())?.draw(context, visible, scale * ratio);
        for (const stroke of pending) paintMark(context, stroke);
      }}
      label={t('view.stage')}
      interaction="tool"
      className="size-full"
    >
      <BrushLayer
        document={document}
        brush={marker}
        view={store}
        paintSources={markingSources}
        settledEdits={settledEdits}
        onStroke={(stroke) => !isFull && work.fill(stroke)}
        onPress={() => undefined}
        onObject={() => undefined}
        onTouch={onTouch}
        // The layer is made transparent instead of hidden, because a stroke in progress needs its pointer events.
        className={cn('absolute inset-0', original && 'opacity-0')}
      />
      {outlined && <MatteOutline editor={editor} store={store} />}
      {isFull && (
        <Banner tone="warning" title={t('refine.full')} className="absolute inset-x-3 top-3 md:top-auto md:bottom-3" />
      )}
      <RetouchStatus work={work} />
    </Stage>
  );
}

/** Returns sources with which the brush marks what it touches, instead of uncovering the original. */
function marked({ drawCutout, drawBackdrop }: PaintSources): PaintSources {
  return {
    drawCutout,
    drawBackdrop,
    drawOriginal(context, camera) {
      drawBackdrop(context, camera);
      drawCutout(context, camera);
      context.save();
      context.resetTransform();
      context.fillStyle = markColor;
      context.fillRect(0, 0, context.canvas.width, context.canvas.height);
      context.restore();
    },
  };
}

/** Marks the area of a stroke, in px of the image. */
function paintMark(context: CanvasRenderingContext2D, { points, sizePx }: Stroke): void {
  context.save();
  context.strokeStyle = markColor;
  context.lineWidth = sizePx;
  context.lineCap = context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(points[0] ?? 0, points[1] ?? 0);
  for (let at = 0; at < points.length; at += 3) context.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
  context.stroke();
  context.restore();
}
