import { chain, draftSidePx, inverse } from '@isola/imaging';
import { Spinner } from '@isola/ui/spinner';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { useBusyBackground } from '../background/busy-background.ts';
import { CompareLayer } from './compare-layer.tsx';
import type { PaintStage } from '../../viewport/create-stage-painter.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import type { CanvasRect } from '../../model/canvas-rect.ts';
import { Stage, type StageHandle } from './stage.tsx';
import { resultPlacementOf, sizingOf } from '../../document/enlargement.ts';
import type { Editor } from '../../editor.ts';
import { RevealLayer } from './reveal-layer.tsx';
import { MatteOutline } from './matte-outline.tsx';
import {
  type CanvasBackground,
  paintBitmap,
  paintCanvasBackground,
  paintPlaced,
  paintSubject,
  transformBy,
} from '../../rendering/paint.ts';
import { ImageEyedropper } from './image-eyedropper.tsx';
import { useOriginal } from './use-original.ts';
import { SubjectLayer } from './subject-layer.tsx';
import { useLiveShadow } from '../light/use-live-shadow.ts';
import { LayerBoxes } from '../layers/layer-boxes.tsx';
import { SunLayer } from '../light/sun-layer.tsx';
import { useNeed } from '../use-need.ts';

export interface Comparison {
  /** At 0 the divider waits at the left edge, and only the result is visible. */
  readonly value: number;
  readonly onValueChange: (value: number) => void;
}

export interface ResultStageProps {
  editor: Editor;
  store: Viewport;
  canvasBackground: CanvasBackground;
  outlined: boolean;
  /** Position of the comparison's divider, 0–100 %, and its handler. Without it nothing is compared. */
  comparison?: Comparison | undefined;
  /** True while the panel of the light is open, which shows the sun. */
  isLit?: boolean;
  /** True while texts and logos can be moved. */
  isLayered?: boolean;
  /** True while a key or a button is held that shows only the original. */
  original: boolean;
  /**
   * True while the image's background disappears after segmentation. `onLifted` is called at the end of the animation.
   */
  lifting: boolean;
  onLifted: () => void;
  /** Called when Space is pressed over the stage, and when it is released or a drag begins. */
  onSpace?: ((isHeld: boolean) => void) | undefined;
}

/** Scale from which the pixels are drawn without smoothing, in device px per px of the result. */
const pixelScale = 2;

/** Stage with the result as it will be saved. The original is shown left of a divider. */
export function ResultStage({
  editor,
  store,
  canvasBackground,
  outlined,
  comparison,
  isLit = false,
  isLayered = false,
  original,
  lifting,
  onLifted,
  onSpace,
}: ResultStageProps) {
  const { t } = useTranslation('editor');
  const { segmentation: result, stageImages, rendering, document, eyedropper, placing } = editor;
  const { widthPx, heightPx, isCutout } = useStore(
    rendering,
    useShallow((state) => ({ widthPx: state.widthPx, heightPx: state.heightPx, isCutout: state.isCutout })),
  );
  const sizing = useStore(document.history, useShallow(sizingOf));
  const stage = useRef<StageHandle>(null);
  const isClose = useStore(
    store,
    ({ view: { scale } }) => scale * devicePixelRatio * Math.max(widthPx, heightPx) > draftSidePx * 1.25,
  );
  const isPicking = useStore(eyedropper, (state) => state.isPicking);
  const isPlacing = useStore(placing, (state) => state.isPlacing);
  const originalImage = useOriginal(stageImages, comparison !== undefined || isPicking || original);
  const isWaiting = useStore(
    rendering,
    ({ background: { source, paint, preview }, view, backdrop, failure }) =>
      source.kind !== 'transparent' && !paint && !preview && !view && !backdrop && !failure,
  );
  useNeed(rendering, 'view');
  useNeed(rendering, 'subject');
  useNeed(rendering, 'fine', isClose);
  useEffect(() => stageImages.subscribe(() => stage.current?.repaint()), [stageImages]);
  useEffect(
    () =>
      rendering.subscribe(({ view, background, backdrop }, before) => {
        const isSame = view === before.view && background === before.background && backdrop === before.backdrop;
        if (!isSame) stage.current?.repaint();
      }),
    [rendering],
  );

  const placement = resultPlacementOf(sizing, result);
  const { toPhoto } = placement;
  const toResult = inverse(toPhoto);
  const whole = { x: 0, y: 0, width: widthPx, height: heightPx };
  const shadow = useLiveShadow(editor);
  // The stage paints each composed view as it arrives, without a render of this component.
  const paint: PaintStage = (context, { view: { scale }, ratio, visible, moving }) => {
    const { background, view, backdrop, subject: toned } = rendering.getState();
    const { source } = background;
    const subject = { cutout: stageImages.cutout(), toned: toned?.bitmap };
    const live = shadow.current();
    const plain = background.paint ?? (backdrop && paintBitmap(backdrop.bitmap));
    if (live && (plain || source.kind === 'transparent')) {
      // During a drag of the sun, the page casts the shadow itself, because the worker is slower than a frame.
      (plain ?? ((on) => paintCanvasBackground(on, whole, canvasBackground, ratio)))(context, whole);
      clipTo(context, whole);
      live.paint(context, whole, document.history.getState().state.light);
      return;
    }
    const isCurrent = view !== undefined && JSON.stringify(view.transform) === JSON.stringify(placement);
    const isOfSource = view !== undefined && JSON.stringify(view.background.source) === JSON.stringify(source);
    const isShown = isCurrent && isOfSource;
    const { savedLook } = editor;
    const isSaved = !view && savedLook?.state === document.history.getState().state;
    // A view of this background at another place, or the saved thumbnail, is nearer to the result than the preview.
    const preview = isOfSource || isSaved ? undefined : background.preview;
    const paintBackground = background.paint ?? (backdrop ? paintBitmap(backdrop.bitmap) : preview);
    if (paintBackground && !isShown) {
      // Paints the new background in this frame. The worker's result will differ from it only at the subject's edge.
      paintBackground(context, whole);
      clipTo(context, whole);
      paintSubject(context, subject, result, toResult, scale * ratio);
      return;
    }
    if (isSaved && savedLook && source.kind !== 'transparent' && !paintBackground) {
      // After a reload, the saved thumbnail is shown enlarged until the background is rendered.
      context.imageSmoothingQuality = 'high';
      paintCanvasBackground(context, whole, canvasBackground, ratio);
      context.drawImage(savedLook.bitmap, 0, 0, widthPx, heightPx);
      return;
    }
    if (source.kind === 'transparent' || !isCurrent) paintCanvasBackground(context, whole, canvasBackground, ratio);
    if (isCutout) {
      stageImages.cutout().draw(context, visible, scale * ratio);
      return;
    }
    clipTo(context, whole);
    if (!isCurrent) paintSubject(context, subject, result, toResult, scale * ratio);
    // A view of another crop is drawn at its place in the image, over the cutout. A transparent one would show the
    // cutout's half-transparent pixels twice, so it is skipped.
    if (!view || (!isCurrent && source.kind === 'transparent')) return;
    context.imageSmoothingEnabled = view.quality === 'draft' || scale * ratio < pixelScale;
    // High quality takes four times as long, so it is used only while the view rests.
    context.imageSmoothingQuality = moving ? 'low' : 'high';
    if (!isCurrent) transformBy(context, chain(view.transform.toPhoto, toResult));
    context.drawImage(view.bitmap, 0, 0, view.transform.widthPx, view.transform.heightPx);
  };
  const paintOriginal: PaintStage = (context, { view: { scale }, ratio }) => {
    const whatWas = stageImages.getState().original;
    if (!whatWas) return;
    clipTo(context, whole);
    paintPlaced(context, whatWas, result, toResult, scale * ratio);
  };
  return (
    <Stage
      ref={stage}
      imageSize={{ widthPx, heightPx }}
      store={store}
      paint={originalImage && (original || isPicking) ? paintOriginal : paint}
      label={t('view.stage')}
      onPanState={(state) => onSpace?.(state === 'ready')}
      className="size-full"
    >
      {originalImage && isPicking && (
        <ImageEyedropper eyedropper={eyedropper} store={store} original={originalImage} toPhoto={toPhoto} />
      )}
      {lifting && isCutout && !original && !isPicking && <RevealLayer editor={editor} store={store} onEnd={onLifted} />}
      {comparison && originalImage && !original && !isPicking && (
        <CompareLayer store={store} paint={paintOriginal} {...comparison} />
      )}
      {outlined && <MatteOutline editor={editor} store={store} placement={toResult} />}
      <BusyLine editor={editor} />
      {isWaiting && !original && (
        <p
          role="status"
          className="pointer-events-none absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center gap-2 rounded-md border border-line bg-sheet px-3.5 py-1.5 text-13 shadow-float"
        >
          <Spinner />
          {t('background.preparing')}
        </p>
      )}
      {isLit && !original && !isPicking && !isPlacing && (
        <SunLayer editor={editor} store={store} onMove={shadow.follow} />
      )}
      {isLayered && !original && !isPicking && !isPlacing && <LayerBoxes editor={editor} store={store} />}
      {isPlacing && !original && !isPicking && <SubjectLayer editor={editor} store={store} />}
    </Stage>
  );
}

/** Moving line at the upper edge while the background is computed. It has its own state, so that the stage does not render. */
function BusyLine({ editor }: { editor: Editor }) {
  if (!useBusyBackground(editor)) return undefined;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-x-0 top-0 h-0.5 animate-march-track bg-cut-dashes"
    />
  );
}

function clipTo(context: CanvasRenderingContext2D, { x, y, width, height }: CanvasRect): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}
