import { cva, type VariantProps } from 'class-variance-authority';
import { Image, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { useToneOfImage } from '../checkerboard/checkerboard.tsx';
import { CutLine } from '../cut-line/cut-line.tsx';

/** Processing state. `processed`: the background is removed, and transparent areas show the checkerboard. */
export type ThumbnailState = 'waiting' | 'processing' | 'processed' | 'failed';

const thumbnailVariants = cva(
  'group/thumbnail relative block flex-none rounded-sm p-[3px] select-none disabled:cursor-not-allowed disabled:opacity-50',
  {
    variants: {
      /** Size. `sm` in rows, `md` in a strip, `lg` in a grid. */
      size: {
        sm: 'size-11 [--icon:14px]',
        md: 'size-16 [--icon:16px]',
        lg: 'size-24 [--icon:20px]',
        /** Fills the width of its container. */
        fill: 'aspect-square w-full [--icon:20px]',
      },
    },
    defaultVariants: { size: 'md' },
  },
);

export interface ThumbnailProps
  extends Omit<ComponentProps<'button'>, 'children'>, VariantProps<typeof thumbnailVariants> {
  /** URL of the image, or of the cutout once there is one. Without it an icon is shown. */
  src?: string;
  /** Content of the image, or the file's name. Empty if the name is written next to it. */
  alt: string;
  /** Processing state of the image. */
  state: ThumbnailState;
  /** State as text for screen readers: "waiting", "42 % done". Empty if the state is written next to it. */
  stateLabel: string;
  /** Completed fraction, 0–1, while `state` is `processing`. Omit it while it is unknown. */
  progress?: number;
  /** Marks the image that is being edited with the cut line. */
  selected?: boolean;
  /** Content in the upper corner, such as a `Badge` of tone `photo`. */
  badge?: ReactNode;
  /** Makes the thumbnail a button. */
  onClick?: ComponentProps<'button'>['onClick'];
}

/** Small square image with its state, for a batch or for the strip below the canvas. */
export function Thumbnail({
  src,
  alt,
  state,
  stateLabel,
  progress,
  selected = false,
  badge,
  size,
  onClick,
  className,
  ...props
}: ThumbnailProps) {
  const [tone, measureTone] = useToneOfImage();
  const pressable = onClick !== undefined;
  const Frame = (pressable ? 'button' : 'span') as 'button';
  return (
    <Frame
      data-slot="thumbnail"
      data-state={state}
      data-selected={selected || undefined}
      {...(pressable && { type: 'button', onClick, 'aria-pressed': selected })}
      className={cn(thumbnailVariants({ size }), className)}
      {...props}
    >
      <span
        data-subject={tone}
        className={cn(
          'relative grid size-full place-items-center overflow-hidden rounded-[4px] border border-line text-faint',
          state === 'processed' ? 'bg-checker' : 'bg-sunk',
          pressable && 'transition-colors duration-fast group-hover/thumbnail:border-control',
        )}
      >
        {src ? (
          <img
            src={src}
            alt={alt}
            loading="lazy"
            decoding="async"
            draggable={false}
            onLoad={(event) => state === 'processed' && measureTone(event)}
            className={cn(
              'absolute inset-0 size-full object-contain transition-opacity duration-base',
              state === 'processed' ? 'opacity-100' : state === 'processing' ? 'opacity-75' : 'opacity-45',
            )}
          />
        ) : (
          <>
            {state !== 'failed' && <Image aria-hidden className="size-(--icon)" />}
            <span className="sr-only">{alt}</span>
          </>
        )}
        {state === 'processing' && <Bar progress={progress} />}
        {state === 'failed' && (
          <span className="relative grid place-items-center rounded-full border border-danger-line bg-danger-wash p-1 text-danger">
            <TriangleAlert aria-hidden className="size-(--icon)" />
          </span>
        )}
      </span>
      <span className="sr-only">{stateLabel}</span>
      {badge && <span className="absolute end-1.5 top-1.5 flex">{badge}</span>}
      {selected && <CutLine radiusPx={6} />}
    </Frame>
  );
}

/**
 * Drawn with SVG attributes, so that prerendered HTML needs no inline style. The state's text says the same to screen
 * readers.
 */
function Bar({ progress }: { progress: number | undefined }) {
  return (
    <span aria-hidden className="absolute inset-x-0 bottom-0 h-1 overflow-hidden bg-photo-plate">
      {progress === undefined ? (
        <span className="absolute inset-0 animate-march-track bg-cut-dashes" />
      ) : (
        <svg className="absolute inset-0 size-full rtl:-scale-x-100">
          <rect width={`${Math.min(1, Math.max(0, progress)) * 100}%`} height="100%" className="fill-cut" />
        </svg>
      )}
    </span>
  );
}
