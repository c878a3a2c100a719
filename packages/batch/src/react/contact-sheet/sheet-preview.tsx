import type { SheetGrid } from '../../contact-sheet/sheet-layout.ts';

/** The arrangement of a sheet: white paper with a box for each image. */
export function SheetPreview({ grid: { width, height, cells }, count }: { grid: SheetGrid; count: number }) {
  return (
    <svg
      aria-hidden
      data-slot="sheet-preview"
      viewBox={`0 0 ${width} ${height}`}
      className="h-40 w-full text-faint drop-shadow-sm"
    >
      <rect width={width} height={height} fill="white" />
      {cells.slice(0, count).map(({ image, name }) => (
        <g key={`${image.x} ${image.y}`} fill="currentColor">
          <rect {...image} fillOpacity={0.3} />
          {name && (
            <rect
              x={name.x + name.width / 4}
              y={name.y + name.height * 0.35}
              width={name.width / 2}
              height={name.height * 0.3}
              fillOpacity={0.6}
            />
          )}
        </g>
      ))}
    </svg>
  );
}
