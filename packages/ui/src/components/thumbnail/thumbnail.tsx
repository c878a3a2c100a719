import { cva, type VariantProps } from 'class-variance-authority';
import { Image, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { CutLine } from '../cut-line/cut-line.tsx';

/** `processed`: the subject is cut out, and what is transparent shows the checkerboard. */
export type ThumbnailState = 'waiting' | 'processing' | 'processed' | 'failed';

const thumbnailVariants = cva(
  'group/thumbnail relative block flex-none rounded-sm p-[3px] select-none disabled:cursor-not-allowed disabled:opacity-50',
  {
    variants: {
      /** `sm` in rows, `md` in a strip, `lg` in a grid. */
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
  /** The URL of the image, or of the cutout once there is one. Without it an icon is shown. */
  src?: string;
  /** What the picture shows, or the file's name. Empty where the name is written beside it. */
  alt: string;
  /** What has become of the picture. */
  state: ThumbnailState;
  /** The state as text for screen readers: "waiting", "42 % done". Empty where the state is written beside it. */
  stateLabel: string;
  /** The part that is done, 0–1, while `state` is `processing`. Left out while it is unknown. */
  progress?: number;
  /** Whether it is the image that is being edited: the cut line runs round it. */
  selected?: boolean;
  /** Shown in the upper corner, such as a `Badge` of tone `photo`. */
  badge?: ReactNode;
  /** With it the thumbnail is a button. */
  onClick?: ComponentProps<'button'>['onClick'];
}

/** A small square image and its state: one of a batch, or of the strip beneath the canvas. */
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

/** Drawn with SVG attributes, so that prerendered HTML needs no inline style. The text beside it says the same. */
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
