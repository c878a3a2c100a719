import { cn } from '@isola/ui/cn';
import type { ComponentProps, CSSProperties } from 'react';

export interface ImageFrameProps extends ComponentProps<'div'> {
  widthPx: number;
  heightPx: number;
}

/** Box with the aspect ratio of an image, as large as its container allows, but at most at 100 %. */
export function ImageFrame({ widthPx, heightPx, className, style, ...props }: ImageFrameProps) {
  const box: CSSProperties = {
    width: `min(100cqw, 100cqh * ${widthPx / heightPx}, ${widthPx}px)`,
    aspectRatio: `${widthPx} / ${heightPx}`,
  };
  return (
    <div className="[container-type:size] grid size-full place-items-center">
      <div data-slot="photo-frame" className={cn('relative', className)} style={{ ...box, ...style }} {...props} />
    </div>
  );
}
