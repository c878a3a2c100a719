import { cn } from '@isola/ui/cn';
import { Image, TriangleAlert } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

import type { BatchItem } from '../../batch.ts';
import { usePreview } from './use-preview.ts';
import { useThumbnail } from './use-thumbnail.ts';

/**
 * Picture of an item, which fills a square: the original, dimmed, until the cutout dissolves in over it; then the
 * result, with the preset as it is being changed. It has no text alternative, because name and state are next to it.
 */
export function ItemPicture({ item }: { item: BatchItem }) {
  const { shown, leaving, isCurrent } = useThumbnail(item);
  const preview = usePreview(item, isCurrent);
  const isFailed = item.state === 'processed' && item.outcome === 'failed';
  return (
    <span
      data-slot="item-picture"
      data-shows={preview ? 'preview' : shown ? (shown.isResult ? 'result' : 'original') : undefined}
      className="absolute inset-0 overflow-hidden"
    >
      {leaving && (
        <Layer sizes={leaving} className="opacity-0 transition-opacity duration-slow starting:opacity-75">
          <Picture url={leaving.url} />
        </Layer>
      )}
      {shown && !preview && (
        <Layer
          sizes={shown}
          className={cn(
            'transition-opacity duration-slow',
            shown.isResult && 'bg-checker',
            leaving && 'starting:opacity-0',
            !shown.isResult && (item.state === 'processing' ? 'opacity-75' : 'opacity-45'),
          )}
        >
          <Picture url={shown.url} />
        </Layer>
      )}
      {preview && (
        <Layer sizes={{ widthPx: preview.width, heightPx: preview.height }} className="bg-checker">
          <Canvas bitmap={preview} />
        </Layer>
      )}
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

interface LayerProps {
  sizes: { readonly widthPx: number; readonly heightPx: number };
  className: string;
  children: ReactNode;
}

/** Box of a picture's shape in the middle of the square, so that the transparency grid ends where the picture does. */
function Layer({ sizes: { widthPx, heightPx }, className, children }: LayerProps) {
  return (
    <span className="absolute inset-0 grid place-items-center">
      <span
        style={{
          aspectRatio: `${widthPx} / ${heightPx}`,
          ...(widthPx >= heightPx ? { width: '100%' } : { height: '100%' }),
        }}
        className={cn('relative block', className)}
      >
        {children}
      </span>
    </span>
  );
}

function Picture({ url }: { url: string }) {
  return <img src={url} alt="" decoding="async" draggable={false} className="absolute inset-0 size-full" />;
}

function Canvas({ bitmap }: { bitmap: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return <canvas ref={canvas} width={bitmap.width} height={bitmap.height} className="absolute inset-0 size-full" />;
}
