import { cn } from '@isola/ui/cn';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';

export interface CutoutCanvasProps extends ComponentProps<'canvas'> {
  cutout: ImageBitmap;
}

/** Canvas with a cutout at its full resolution. The size of the element only scales the display. */
export function CutoutCanvas({ cutout, className, ...props }: CutoutCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.canvas.width = cutout.width;
    context.canvas.height = cutout.height;
    context.drawImage(cutout, 0, 0);
  }, [cutout]);
  return <canvas ref={canvas} className={cn('size-full', className)} {...props} />;
}
