import { Check, Clock, TriangleAlert } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Progress } from '../progress/progress.tsx';
import type { ThumbnailState } from '../thumbnail/thumbnail.tsx';
import { splitFileName } from './split-file-name.ts';

export type FileRowState = ThumbnailState;

export interface FileRowProps extends Omit<ComponentProps<'li'>, 'children' | 'onSelect'> {
  /** A `Thumbnail` of size `sm` with an empty `alt` and `stateLabel`: the row shows both as text. */
  thumbnail?: ReactNode;
  /** The file's name. In a narrow row it is shortened in the middle, and a tooltip shows all of it. */
  name: string;
  /** Its size in pixels and bytes: "4032 × 3024, 4.2 MB". */
  meta?: ReactNode;
  /** What has become of the file. */
  state: FileRowState;
  /** The state in words, with real numbers: "finding the subject", "cut out in 1.4 s", what went wrong. */
  stateLabel: string;
  /** The part that is done, 0–1, while `state` is `processing`. Left out while it is unknown. */
  progress?: number;
  /** What can be done with it: small icon buttons. */
  actions?: ReactNode;
  /** Names the checkbox: "Select tiger.jpg". Without it the row cannot be selected. */
  selectLabel?: string;
  /** Whether it is chosen. With it, the state is yours. */
  selected?: boolean;
  /** Whether it is chosen at first, where its state is its own. */
  defaultSelected?: boolean;
  /** Called when it is chosen or not chosen any more. */
  onSelectedChange?: (selected: boolean) => void;
}

/** One file of a batch with its state and its actions. Belongs in a `<ul>`. */
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
          // The label is as large as a touch target; the box in it is smaller.
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

/** The name of a file in one line. Shortened in the middle by CSS alone: the first part shrinks, the second part with the extension does not. */
export function FileName({
  name,
}: {
  /** The file’s name, with its ending. */
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
