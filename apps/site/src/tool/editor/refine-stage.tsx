import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { BrushLayer } from '../brush/brush-layer.tsx';
import type { BrushStore } from '../brush/create-brush-store.ts';
import type { PaintSources } from '../brush/paint-sources.ts';
import type { ViewStore } from '../canvas/create-view-store.ts';
import { Stage, type StageHandle } from '../canvas/stage.tsx';
import type { View } from '../canvas/view.ts';
import type { Mark } from '../document/recipe.ts';
import { type Desk, useRendering } from './desk-of.ts';
import { type Ground, paintGround } from './paint.ts';

export interface RefineStageProps {
  desk: Desk;
  store: ViewStore;
  brush: BrushStore;
  ground: Ground;
}

/** The whole cut-out, in px of the photo, under the brush. */
export function RefineStage({ desk, store, brush, ground }: RefineStageProps) {
  const { t } = useTranslation('editor');
  const { document, pictures, rendering, result } = desk;
  const { widthPx, heightPx } = result;
  const { settledMarks } = useRendering(rendering);
  const stage = useRef<StageHandle>(null);
  useEffect(() => desk.onPictures(() => stage.current?.repaint()), [desk]);

  const whole = useMemo(() => ({ x: 0, y: 0, width: widthPx, height: heightPx }), [widthPx, heightPx]);
  const original = useSyncExternalStore(desk.onPictures, pictures.original);
  // What the brush uncovers is read from once and kept: another function says that there is something else to be read.
  const drawCutout = useMemo<Draw>(
    () => inPicture((context, scale) => pictures.cutout().draw(context, whole, scale)),
    [pictures, whole],
  );
  const drawOriginal = useMemo<Draw>(
    () => inPicture((context, scale) => original?.draw(context, whole, scale)),
    [original, whole],
  );
  const drawBackdrop = useMemo<Draw>(
    () => inPicture((context) => paintGround(context, whole, ground, devicePixelRatio)),
    [whole, ground],
  );
  const paintSources = useMemo<PaintSources>(
    () => ({ drawCutout, drawOriginal, drawBackdrop }),
    [drawCutout, drawOriginal, drawBackdrop],
  );

  const add = (mark: Mark) => {
    const { state: recipe } = document.history.getSnapshot();
    const marks = [...recipe.matte.marks, mark];
    document.history.step(mark.action, { ...recipe, matte: { ...recipe.matte, marks } });
  };
  return (
    <Stage
      ref={stage}
      picture={result}
      store={store}
      paint={(context, { view: { scale }, ratio, visible }) => {
        paintGround(context, whole, ground, ratio);
        pictures.cutout().draw(context, visible, scale * ratio);
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
        settledMarks={settledMarks}
        onStroke={add}
        onPress={add}
        className="absolute inset-0"
      />
    </Stage>
  );
}

type Draw = PaintSources['drawCutout'];

/** @param paint in px of the photo; receives the device px for each of them. */
function inPicture(paint: (context: CanvasRenderingContext2D, scale: number) => void): Draw {
  return (context, { scale, offsetX, offsetY }: View) => {
    context.save();
    context.translate(offsetX, offsetY);
    context.scale(scale, scale);
    paint(context, scale * devicePixelRatio);
    context.restore();
  };
}
