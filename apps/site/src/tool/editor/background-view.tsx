import type { Segmentation } from '@isola/segmenter';
import { useLayoutEffect, useRef } from 'react';

import type { Layer } from '#imaging/compositor-protocol.ts';
import { gradientCss } from '#imaging/linear-gradient.ts';

import type { Photo } from '../removal.ts';
import { BlobImage } from './blob-image.tsx';
import { isSameLayer } from './create-rendering.ts';
import { renderingOf, useRendering } from './rendering-of.ts';

/**
 * The background, at once beneath the cut-out, and then the composed picture above it: where the edge is soft, browsers
 * blend by other numbers than light does. Stands beside a cut-out within one stacking context.
 */
export function BackgroundView({ photo, result }: { photo: Photo; result: Segmentation }) {
  const { layer, view } = useRendering(renderingOf(photo, result));
  // Nothing cheap looks like the blur: until the next one is there, the one before stays.
  const shown = view && (layer.kind === 'blur' || isSameLayer(view.layer, layer)) ? view : undefined;
  return (
    <>
      <div data-slot="backdrop" aria-hidden className="absolute inset-0 -z-1">
        <Under layer={layer} />
      </div>
      {shown && <Composed bitmap={shown.bitmap} />}
    </>
  );
}

function Under({ layer }: { layer: Layer }) {
  switch (layer.kind) {
    case 'color':
      return <div className="size-full" style={{ background: layer.color }} />;
    case 'gradient':
      return <div className="size-full" style={{ background: gradientCss(layer) }} />;
    case 'picture':
      // Where the picture itself is transparent, white is behind it.
      return <BlobImage blob={layer.picture} className="size-full bg-on-photo object-cover" />;
    case 'transparent':
    case 'blur':
      return null;
    default:
      return layer satisfies never;
  }
}

function Composed({ bitmap }: { bitmap: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.canvas.width = bitmap.width;
    context.canvas.height = bitmap.height;
    context.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return <canvas ref={canvas} data-slot="composed" aria-hidden className="absolute inset-0 size-full" />;
}
