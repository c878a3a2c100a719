import { cn } from '@isola/ui/cn';

/** Backgrounds of a tile. The colours belong to the example, so they are the same in the light and the dark theme. */
const grounds = {
  none: '',
  transparent: 'bg-checker',
  white: 'bg-on-photo',
  tint: 'bg-[oklch(0.92_0.005_85)]',
  dark: 'bg-photo-ink',
  blue: 'bg-[#438edb]',
  red: 'bg-[#d74532]',
};

export interface Tile {
  readonly id: string;
  readonly ground: keyof typeof grounds;
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Alternative text; empty when the label or the caption describes the image. */
  readonly alt: string;
  readonly label?: string;
}

export interface TilesProps {
  tiles: readonly Tile[];
  caption?: string;
  /** Class names that set the number of columns. */
  columns: string;
  /** Class name that sets the aspect ratio of each tile. */
  shape: string;
  /** `fit` leaves a margin around each image; `fill` covers the tile up to its edges. */
  placing?: 'fit' | 'fill';
}

/** Grid of images with the same aspect ratio. They load lazily, so they should be below the fold. */
export function Tiles({ tiles, caption, columns, shape, placing = 'fit' }: TilesProps) {
  return (
    <figure>
      <ul className={cn('grid gap-3', columns)}>
        {tiles.map(({ id, ground, url, widthPx, heightPx, alt, label }) => (
          <li key={id}>
            <div className={cn('overflow-hidden rounded-md border border-line', grounds[ground], shape)}>
              <img
                src={url}
                alt={alt}
                width={widthPx}
                height={heightPx}
                loading="lazy"
                className={cn('size-full', placing === 'fit' ? 'object-contain p-[7.5%]' : 'object-cover')}
              />
            </div>
            {label && <p className="mt-1.5 text-13 text-soft">{label}</p>}
          </li>
        ))}
      </ul>
      {caption && <figcaption className="mt-3 text-13 text-faint">{caption}</figcaption>}
    </figure>
  );
}
