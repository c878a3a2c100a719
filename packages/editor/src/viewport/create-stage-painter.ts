import type { Size } from '@isola/imaging';

import { type Camera, type ViewportSize, visibleRect } from './view.ts';
import type { CanvasRect } from '../model/canvas-rect.ts';
import type { Viewport } from './create-viewport.ts';

export interface StageScene {
  /** Camera whose offset is rounded to device px, so that at 100 % no px of the image is spread over two device px. */
  readonly view: Camera;
  readonly imageSize: Size;
  /** Device px per CSS px. */
  readonly ratio: number;
  /** Visible part of the image, in its px. */
  readonly visible: CanvasRect;
  /**
   * True while the view changes, when a cheaper rendering is enough. Soon after it rests, the stage is painted once
   * more with `false`.
   */
  readonly moving: boolean;
}

/** Paints into an empty canvas. Its transform is set so that its units are px of the image. */
export type PaintStage = (context: CanvasRenderingContext2D, scene: StageScene) => void;

export interface StagePainter {
  /** Paints again in the next frame. Several calls within a frame paint once. */
  readonly repaint: () => void;
  readonly close: () => void;
}

/** Time without a change after which a view counts as resting, in milliseconds. */
const restMs = 120;

/**
 * Keeps a canvas at the resolution of the screen, and paints it only when the view, the viewport's size or the image
 * changes.
 */
export function createStagePainter(canvas: HTMLCanvasElement, store: Viewport, paint: PaintStage): StagePainter {
  const context = canvas.getContext('2d');
  let frame = 0;
  let settling = 0;
  let changedAtMs = -Infinity;
  let { view } = store.getState();
  /** Size of the canvas element in device px, as the browser counted it. Safari does not report it. */
  let deviceSize: ResizeObserverSize | undefined;

  function fitCanvas({ width, height }: ViewportSize, ratio: number): void {
    const widthPx = deviceLength(width, ratio, deviceSize?.inlineSize);
    const heightPx = deviceLength(height, ratio, deviceSize?.blockSize);
    // Setting a canvas's size clears it, even if the size is the same.
    if (canvas.width !== widthPx) canvas.width = widthPx;
    if (canvas.height !== heightPx) canvas.height = heightPx;
  }

  function paintNow(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    const { viewport, imageSize } = store.getState();
    if (!context || viewport.width === 0 || viewport.height === 0) return;
    const ratio = devicePixelRatio;
    fitCanvas(viewport, ratio);
    const snapped = {
      scale: view.scale,
      offsetX: Math.round(view.offsetX * ratio) / ratio,
      offsetY: Math.round(view.offsetY * ratio) / ratio,
    };
    const scale = snapped.scale * ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.save();
    context.setTransform(scale, 0, 0, scale, snapped.offsetX * ratio, snapped.offsetY * ratio);
    const visible = visibleRect(snapped, imageSize, viewport);
    paint(context, { view: snapped, imageSize, ratio, visible, moving: settling !== 0 });
    context.restore();
  }

  function repaint(): void {
    if (frame === 0) frame = requestAnimationFrame(paintNow);
  }

  function settle(): void {
    const leftMs = changedAtMs + restMs - performance.now();
    settling = leftMs > 0 ? window.setTimeout(settle, leftMs) : 0;
    if (settling === 0) repaint();
  }

  const unsubscribe = store.subscribe(() => {
    const next = store.getState();
    if (next.view !== view) {
      view = next.view;
      changedAtMs = performance.now();
      if (settling === 0) settling = window.setTimeout(settle, restMs);
    }
    repaint();
  });

  const observer = new ResizeObserver(([entry]) => {
    const css = entry?.contentBoxSize[0];
    if (!entry || !css) return;
    deviceSize = entry.devicePixelContentBoxSize?.[0];
    store.setViewport({ width: css.inlineSize, height: css.blockSize });
    // Resizing has cleared the canvas, so it is painted within the same frame.
    paintNow();
  });
  const box = 'devicePixelContentBoxSize' in ResizeObserverEntry.prototype ? 'device-pixel-content-box' : 'content-box';
  observer.observe(canvas, { box });
  canvas.addEventListener('contextrestored', repaint);
  // The ratio changes with the page's zoom and with the screen. Not every browser counts the element's device px again
  // then.
  window.addEventListener('resize', repaint);
  const stopRatio = onRatioChange(repaint);

  return {
    repaint,
    close() {
      unsubscribe();
      observer.disconnect();
      stopRatio();
      window.removeEventListener('resize', repaint);
      canvas.removeEventListener('contextrestored', repaint);
      cancelAnimationFrame(frame);
      clearTimeout(settling);
    },
  };
}

/**
 * Converts a length of the canvas element to device px.
 * @param length Length in CSS px.
 * @param counted Length in device px, as the browser last counted it.
 * @returns the browser's count if it differs from `length × ratio` only by rounding, because the browser knows how it
 *   rounds the element's edges. The count is wrong if it was made at another ratio, or if the ratio is emulated:
 *   Chromium then counts with a ratio of 1.
 */
function deviceLength(length: number, ratio: number, counted: number | undefined): number {
  const exact = length * ratio;
  return counted !== undefined && Math.abs(counted - exact) <= 1 ? counted : Math.round(exact);
}

/** Calls a listener when the device pixel ratio changes. @returns a function that removes it. */
function onRatioChange(listener: () => void): () => void {
  let query: MediaQueryList;
  const watch = () => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', onChange, { once: true });
  };
  const onChange = () => {
    watch();
    listener();
  };
  watch();
  return () => query.removeEventListener('change', onChange);
}
