import { cn } from '@isola/ui/cn';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import { BatchRow } from './batch-row.tsx';
import { BatchTile } from './batch-tile.tsx';
import type { BatchItemProps } from './item-parts.tsx';
import { type Line, tileGapPx } from './list-lines.ts';

export interface ListLineProps extends Omit<BatchItemProps, 'id' | 'rowIndex' | 'isReviewed' | 'isTabStop'> {
  line: Line;
  /** Index of the line in the list, including headings. */
  index: number;
  /** Position of the line in the scrolled list, in CSS px. */
  startPx: number;
  heightPx: number;
  columns: number;
  /** The item that Tab reaches. */
  tabStopId: string | undefined;
}

/** One line of the list. Scrolling renders only the lines that come into view. */
export const ListLine = memo(function ListLine(props: ListLineProps) {
  const { line, index, startPx, heightPx, columns, tabStopId, ...callbacks } = props;
  const style = { transform: `translateY(${startPx}px)`, height: heightPx };
  const place = 'absolute inset-x-0 top-0';
  if (line.kind === 'heading') {
    return (
      <div role="row" aria-rowindex={index + 1} data-index={index} style={style} className={place}>
        <Heading section={line.section} count={line.count} />
      </div>
    );
  }
  const Item = line.kind === 'tiles' ? BatchTile : BatchRow;
  const items = line.ids.map((id) => (
    <Item
      key={id}
      id={id}
      rowIndex={index + 1}
      isReviewed={line.isReviewed}
      isTabStop={id === tabStopId}
      {...callbacks}
    />
  ));
  return line.kind === 'tiles' ? (
    <div
      role="row"
      aria-rowindex={index + 1}
      data-index={index}
      style={{ ...style, gap: tileGapPx, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      className={cn(place, 'grid content-start px-3 pt-3 sm:px-4')}
    >
      {items}
    </div>
  ) : (
    <div role="presentation" data-index={index} style={style} className={place}>
      {items}
    </div>
  );
});

function Heading({ section, count }: { section: 'look' | 'rest'; count: number }) {
  const { t } = useTranslation('batch');
  return (
    <div role="rowheader" className="flex h-full items-end border-b border-line px-3 pb-2 sm:px-4">
      <h3 className={cn('text-14', section === 'look' ? 'font-semibold' : 'font-medium text-soft')}>
        {section === 'look' ? t('look.title', { count }) : t('look.rest', { count })}
      </h3>
    </div>
  );
}
