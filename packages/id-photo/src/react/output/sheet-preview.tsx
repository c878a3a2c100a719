import type { SheetLayout } from '../../sheet/lay-out-sheet.ts';
import type { SheetPlace } from '../../sheet/sheet-place.ts';
import { useWords } from '../use-words.ts';

export interface SheetPreviewProps {
  layout: SheetLayout;
  /** URL of the photo of each id. Places without a URL are drawn empty. */
  urls: Readonly<Record<string, string>>;
  /** Line of text in the place that the layout reserves for it. */
  note?: string | undefined;
}

/** Draws a sheet in true proportions. One unit of the drawing is a millimetre. */
export function SheetPreview({ layout, urls, note }: SheetPreviewProps) {
  const { t } = useWords();
  const { paper, places, cutMarks } = layout;
  return (
    <div className="flex justify-center bg-sunk p-4">
      <svg
        role="img"
        aria-label={t('view.sheet.alt')}
        viewBox={`0 0 ${paper.widthMm} ${paper.heightMm}`}
        className="max-h-80 w-full drop-shadow-sm"
      >
        <rect width={paper.widthMm} height={paper.heightMm} className="fill-[#fff]" />
        {places.map((place) => (
          <Place key={`${place.xMm} ${place.yMm}`} place={place} url={urls[place.id]} />
        ))}
        <path
          d={cutMarks.map(({ fromXMm, fromYMm, toXMm, toYMm }) => `M${fromXMm} ${fromYMm}L${toXMm} ${toYMm}`).join('')}
          className="fill-none stroke-[#000] stroke-[0.25]"
        />
        {layout.note && (
          <text
            x={paper.widthMm / 2}
            y={layout.note.yMm + layout.note.heightMm / 2}
            textAnchor="middle"
            dominantBaseline="central"
            fontSize={layout.note.heightMm * 0.8}
            fill="#000"
          >
            {note}
          </text>
        )}
      </svg>
    </div>
  );
}

function Place({ place, url }: { place: SheetPlace; url: string | undefined }) {
  const { xMm, yMm, widthMm, heightMm, isRotated } = place;
  if (url === undefined) {
    return (
      <rect
        x={xMm}
        y={yMm}
        width={widthMm}
        height={heightMm}
        className="fill-[#ececea] stroke-[#b9b8b4] stroke-[0.25]"
      />
    );
  }
  const [width, height] = isRotated ? [heightMm, widthMm] : [widthMm, heightMm];
  return (
    <image
      href={url}
      width={width}
      height={height}
      preserveAspectRatio="none"
      // A rotated photo is turned by 90°, with its top on the left.
      transform={isRotated ? `translate(${xMm} ${yMm + heightMm}) rotate(-90)` : `translate(${xMm} ${yMm})`}
    />
  );
}
