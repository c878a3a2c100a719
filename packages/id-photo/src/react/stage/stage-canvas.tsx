import { backgroundColours } from '@isola/photo-specs/documents';
import { useEffect, useRef } from 'react';

import type { PlacedPhoto } from '../photo-work.ts';
import { imageToStage, type StageView } from './stage-view.ts';

export interface StagePictures {
  readonly image: CanvasImageSource;
  readonly cutout: CanvasImageSource;
}

export interface StageCanvasProps {
  pictures: StagePictures;
  photo: PlacedPhoto;
  view: StageView;
  width: number;
  height: number;
}

/** Draws the image around the photo, and inside the photo the person in front of the chosen background. */
export function StageCanvas({ pictures, photo, view, width, height }: StageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { placement, background } = photo;
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const density = Math.min(2, devicePixelRatio);
    const [canvasWidth, canvasHeight] = [Math.round(width * density), Math.round(height * density)];
    if (element.width !== canvasWidth) element.width = canvasWidth;
    if (element.height !== canvasHeight) element.height = canvasHeight;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    const { a, b, c, d, e, f } = imageToStage(placement, view);
    const draw = (picture: CanvasImageSource) => {
      context.save();
      context.transform(a, b, c, d, e, f);
      context.drawImage(picture, 0, 0);
      context.restore();
    };
    // White fills the area beyond the image, as in the file.
    context.fillStyle = '#ffffff';
    context.fillRect(view.left, view.top, view.width, view.height);
    draw(pictures.image);
    if (background === 'original') return;
    context.save();
    context.beginPath();
    context.rect(view.left, view.top, view.width, view.height);
    context.clip();
    context.fillStyle = backgroundColours[background];
    context.fillRect(view.left, view.top, view.width, view.height);
    draw(pictures.cutout);
    context.restore();
  }, [pictures, placement, background, view, width, height]);
  return <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />;
}
