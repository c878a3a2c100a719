import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';

import {
  type BoxCorners,
  type BrushController,
  type BrushTarget,
  createBrushController,
} from '../../brush/create-brush-controller.ts';
import type { PaintSources } from '../../brush/paint-sources.ts';

/** Ref to the controller of a brush layer. It is null until the layer is mounted. */
export type BrushControllerRef = RefObject<BrushController | null>;

/**
 * Creates the controller of a brush layer and updates it when the view, the document or the brush changes.
 * @param done Canvas for finished strokes.
 * @param live Canvas for the stroke that is being painted.
 * @param showBox Shows the box that is being drawn; undefined hides it.
 */
export function useBrushController(
  target: BrushTarget,
  paintSources: PaintSources,
  done: RefObject<HTMLCanvasElement | null>,
  live: RefObject<HTMLCanvasElement | null>,
  showBox: (box: BoxCorners | undefined) => void,
): BrushControllerRef {
  const { document, brush, view, settledEdits } = target;
  const edits = useStore(document.history, ({ state }) => state.matte.edits);
  const controller = useRef<BrushController>(null);
  const latest = useEffectEvent(() => target);
  const show = useEffectEvent((box: BoxCorners | undefined) => showBox(box));

  useLayoutEffect(() => {
    if (!done.current || !live.current) return undefined;
    const created = createBrushController(
      done.current,
      live.current,
      (box) => show(box),
      () => latest(),
    );
    controller.current = created;
    return created.dispose;
  }, [done, live]);

  useLayoutEffect(() => {
    const follow = () => controller.current?.setView(view.getState());
    follow();
    return view.subscribe(follow);
  }, [view]);

  useLayoutEffect(() => controller.current?.setSources(paintSources), [paintSources]);

  useLayoutEffect(() => controller.current?.showUnsettled(edits.slice(settledEdits)), [edits, settledEdits]);

  useEffect(() => {
    const prepare = () => controller.current?.prepare();
    prepare();
    return brush.subscribe(prepare);
  }, [brush]);

  return controller;
}
