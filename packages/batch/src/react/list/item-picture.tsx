import type { SubjectTone } from '@isola/ui/checkerboard';
import { cn } from '@isola/ui/cn';
import { Image, TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';

import type { BatchItem } from '../../batch.ts';
import { usePreview } from './use-preview.ts';
import { useThumbnail } from './use-thumbnail.ts';

export interface ItemPictureProps {
  item: BatchItem;
  /** Side of the square, in CSS px. Need not be exact. */
  sidePx: number;
}

/**
 * Picture of an item, which fills a square: the original, dimmed, until the cutout dissolves in over it; then the
 * result, with the preset as it is being changed. It has no text alternative, because name and state are next to it.
 */
export function ItemPicture({ item, sidePx }: ItemPictureProps) {
  const { shown, leaving, isCurrent } = useThumbnail(item, sidePx);
  const preview = usePreview(item, isCurrent);
  const isFailed = item.state === 'processed' && item.outcome === 'failed';
  return (
    <span
      data-slot="item-picture"
      data-shows={preview ? 'preview' : shown ? (shown.isResult ? 'result' : 'original') : undefined}
      className="absolute inset-0 overflow-hidden"
    >
      {leaving && (
        <Layer bitmap={leaving.bitmap} className="opacity-0 transition-opacity duration-slow starting:opacity-75" />
      )}
      {shown && !preview && (
        <Layer
          // A new element for the result fades in.
          key={shown.isResult ? 'result' : 'original'}
          bitmap={shown.bitmap}
          tone={shown.tone}
          className={cn(
            'transition-opacity duration-slow',
            shown.isResult && 'bg-checker',
            leaving && 'starting:opacity-0',
            !shown.isResult && (item.state === 'processing' ? 'opacity-75' : 'opacity-45'),
          )}
        />
      )}
      {preview && <Layer bitmap={preview} tone={shown?.tone} className="bg-checker" />}
      {isFailed ? (
        <span className="absolute inset-0 grid place-items-center">
          <span className="rounded-full border border-danger-line bg-danger-wash p-1 text-danger">
            <TriangleAlert aria-hidden className="size-4" />
          </span>
        </span>
      ) : (
        !shown &&
        !preview && (
          <span className="absolute inset-0 grid place-items-center text-faint">
            <Image aria-hidden className="size-4" />
          </span>
        )
      )}
    </span>
  );
}

/** A picture in the middle of the square, so that the transparency grid ends where the picture does. */
function Layer({
  bitmap,
  tone,
  className,
}: {
  bitmap: ImageBitmap;
  tone?: SubjectTone | undefined;
  className: string;
}) {
  const { width, height } = bitmap;
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;
    const draw = () => {
      // A bitmap of the same size as the one before does not reset the canvas.
      context.clearRect(0, 0, bitmap.width, bitmap.height);
      context.drawImage(bitmap, 0, 0);
    };
    draw();
    // The browser empties the canvas when the graphics card is lost.
    const { canvas: element } = context;
    element.addEventListener('contextrestored', draw);
    return () => element.removeEventListener('contextrestored', draw);
  }, [bitmap]);
  return (
    <span className="absolute inset-0 grid place-items-center">
      <canvas
        ref={canvas}
        data-subject={tone}
        width={width}
        height={height}
        style={width >= height ? { width: '100%' } : { height: '100%' }}
        className={cn('block', className)}
      />
    </span>
  );
}
