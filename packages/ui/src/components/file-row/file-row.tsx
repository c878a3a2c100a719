import { Check, Clock, TriangleAlert } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Progress } from '../progress/progress.tsx';
import type { ThumbnailState } from '../thumbnail/thumbnail.tsx';
import { splitFileName } from './split-file-name.ts';

export type FileRowState = ThumbnailState;

export interface FileRowProps extends Omit<ComponentProps<'li'>, 'children' | 'onSelect'> {
  /** A `Thumbnail` of size `sm` with an empty `alt` and `stateLabel`, because the row shows both as text. */
  thumbnail?: ReactNode;
  /** Name of the file. In a narrow row it is shortened in the middle, and a tooltip shows all of it. */
  name: string;
  /** Size in pixels and bytes: "4032 × 3024, 4.2 MB". */
  meta?: ReactNode;
  /** Processing state of the file. */
  state: FileRowState;
  /** State in words, with numbers: "finding the subject", "cut out in 1.4 s", or the reason of a failure. */
  stateLabel: string;
  /** Completed fraction, 0–1, while `state` is `processing`. Omit it while it is unknown. */
  progress?: number;
  /** Actions for the file: small icon buttons. */
  actions?: ReactNode;
  /** Accessible name of the checkbox: "Select tiger.jpg". Without it the row cannot be selected. */
  selectLabel?: string;
  /** Selection state of a controlled row. Update it in `onSelectedChange`. */
  selected?: boolean;
  /** Initial selection state of an uncontrolled row. */
  defaultSelected?: boolean;
  /** Called when the row is selected or deselected. */
  onSelectedChange?: (selected: boolean) => void;
}

/** One file of a batch with its state and its actions. Use it in a `<ul>`. */
export function FileRow({
  thumbnail,
  name,
  meta,
  state,
  stateLabel,
  progress,
  actions,
  selectLabel,
  selected: controlled,
  defaultSelected = false,
  onSelectedChange,
  className,
  ...props
}: FileRowProps) {
  const [own, setOwn] = useState(defaultSelected);
  const selected = controlled ?? own;
  return (
    <li
      data-slot="file-row"
      data-state={state}
      data-selected={selected || undefined}
      className={cn(
        '@container border-b border-line transition-colors duration-fast hover:bg-hover data-selected:bg-accent-wash',
        className,
      )}
      {...props}
    >
      <div className="flex min-h-15 items-center gap-3 px-2 py-2">
        {selectLabel && (
          // The label has the size of a touch target; the box in it is smaller.
          <label className="-mx-2 grid size-9 flex-none cursor-pointer place-items-center">
            <input
              type="checkbox"
              aria-label={selectLabel}
              checked={selected}
              onChange={(event) => {
                setOwn(event.target.checked);
                onSelectedChange?.(event.target.checked);
              }}
              className="size-4 cursor-pointer"
            />
          </label>
        )}
        {thumbnail}
        <div className="min-w-0 flex-1 @lg:flex @lg:items-center @lg:gap-6">
          <div className="min-w-0 flex-1">
            <FileName name={name} />
            {meta && <div className="truncate text-12 text-faint tabular-nums">{meta}</div>}
          </div>
          <div className="mt-1 text-12 @lg:mt-0 @lg:w-48 @lg:flex-none">
            <div
              className={cn(
                'flex items-center gap-1.5 tabular-nums',
                state === 'failed' ? 'text-danger' : state === 'waiting' ? 'text-faint' : 'text-soft',
              )}
            >
              <Sign state={state} />
              <span className="min-w-0">{stateLabel}</span>
            </div>
            {state === 'processing' && (
              <Progress label={name} fraction={progress ?? null} valueText={stateLabel} className="mt-1" />
            )}
          </div>
        </div>
        {actions && <div className="flex flex-none items-center gap-1">{actions}</div>}
      </div>
    </li>
  );
}

/**
 * File name in one line, shortened in the middle with CSS only: the first part shrinks, the second part with the
 * extension does not.
 */
export function FileName({
  name,
}: {
  /** Name of the file, with its extension. */
  name: string;
}) {
  const [head, tail] = splitFileName(name);
  return (
    <div title={name} translate="no" className="text-14 font-medium text-ink">
      <span className="sr-only">{name}</span>
      <span aria-hidden dir="auto" className="flex">
        <span className="truncate whitespace-pre">{head}</span>
        <span className="flex-none whitespace-pre">{tail}</span>
      </span>
    </div>
  );
}

function Sign({ state }: { state: FileRowState }) {
  switch (state) {
    case 'waiting':
      return <Clock aria-hidden className="size-3.5" />;
    case 'processing':
      return null;
    case 'processed':
      return <Check aria-hidden className="size-3.5 text-success" />;
    case 'failed':
      return <TriangleAlert aria-hidden className="size-3.5" />;
    default:
      return state satisfies never;
  }
}
