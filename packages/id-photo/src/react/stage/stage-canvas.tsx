import type { Stroke } from '@isola/imaging';
import { useEffect, useRef } from 'react';

import type { PlacedPhoto } from '../photo-work.ts';
import { imageToStage, type StageView } from './stage-view.ts';

export interface StagePictures {
  readonly image: ImageBitmap;
  readonly cutout: CanvasImageSource;
}

export interface StageCanvasProps {
  pictures: StagePictures;
  photo: PlacedPhoto;
  view: StageView;
  width: number;
  height: number;
  /** Stroke that is being painted. */
  stroke?: Stroke | undefined;
}

/** Draws the image around the photo, and inside the photo the person in front of the chosen background. */
export function StageCanvas({ pictures, photo, view, width, height, stroke }: StageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { placement, background, strokes } = photo;
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return undefined;
    const draw = () => {
      const density = Math.min(2, devicePixelRatio);
      const [canvasWidth, canvasHeight] = [Math.round(width * density), Math.round(height * density)];
      if (element.width !== canvasWidth) element.width = canvasWidth;
      if (element.height !== canvasHeight) element.height = canvasHeight;
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, width, height);
      context.imageSmoothingQuality = 'high';
      const { a, b, c, d, e, f } = imageToStage(placement, view);
      const drawPicture = (picture: CanvasImageSource) => {
        context.save();
        context.transform(a, b, c, d, e, f);
        context.drawImage(picture, 0, 0);
        context.restore();
      };
      // White fills the area beyond the image, as in the file. `MissingArea` hatches it where it may not be filled.
      context.fillStyle = '#ffffff';
      context.fillRect(view.left, view.top, view.width, view.height);
      drawPicture(pictures.image);
      if (background === 'original') return;
      context.save();
      context.beginPath();
      context.rect(view.left, view.top, view.width, view.height);
      context.clip();
      context.fillStyle = background;
      context.fillRect(view.left, view.top, view.width, view.height);
      drawPicture(pictures.cutout);
      context.transform(a, b, c, d, e, f);
      for (const each of stroke ? [...strokes, stroke] : strokes) drawStroke(context, each, background, pictures.image);
      context.restore();
    };
    draw();
    // The browser empties the canvas when the graphics card is lost.
    element.addEventListener('contextrestored', draw);
    return () => element.removeEventListener('contextrestored', draw);
  }, [pictures, placement, background, strokes, stroke, view, width, height]);
  return <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />;
}

/**
 * Draws a stroke over the finished photo: with the background's colour where it erases, and with the image where it
 * restores.
 */
function drawStroke(
  context: CanvasRenderingContext2D,
  { action, points, sizePx }: Stroke,
  background: string,
  image: CanvasImageSource,
): void {
  const ink = action === 'erase' ? background : context.createPattern(image, 'no-repeat');
  if (ink === null) return;
  context.strokeStyle = ink;
  context.lineWidth = sizePx;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(points[0] ?? 0, points[1] ?? 0);
  // A line to its own start is drawn as a dot.
  for (let at = points.length > 3 ? 3 : 0; at < points.length; at += 3)
    context.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
  context.stroke();
}
