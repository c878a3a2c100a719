import type { ReactNode } from 'react';

import { cn } from '../../cn.ts';

export interface ChoiceProps {
  /** The control itself. */
  children: ReactNode;
  label: ReactNode;
  labelId: string;
  description: ReactNode;
  descriptionId: string;
  /** `end` puts the words first and the control at the far side. */
  side?: 'start' | 'end';
  className?: string | undefined;
}

/** A control and its words as one target. Without words, the control alone with room around it for a finger. */
export function Choice({
  children,
  label,
  labelId,
  description,
  descriptionId,
  side = 'start',
  className,
}: ChoiceProps) {
  if (!label) {
    return (
      <span className={cn('relative inline-flex *:before:absolute *:before:-inset-1.5', className)}>{children}</span>
    );
  }
  return (
    // The button in it is what it labels; named by `labelId`, so that the description is not read out as its name.
    <label
      className={cn(
        'group/choice max-w-full cursor-pointer text-14 text-ink has-[button:disabled]:cursor-not-allowed has-[button:disabled]:text-faint pointer-coarse:py-2.5',
        side === 'start' ? 'inline-flex gap-2.5' : 'flex flex-row-reverse justify-between gap-4',
        className,
      )}
    >
      {/* As high as the first line, so that the control stands in its middle in every language. */}
      <span className="relative flex h-lh flex-none items-center">{children}</span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span id={labelId}>{label}</span>
        {description && (
          <span id={descriptionId} className="text-13 text-soft group-has-[button:disabled]/choice:text-faint">
            {description}
          </span>
        )}
      </span>
    </label>
  );
}
