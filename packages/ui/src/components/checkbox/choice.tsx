import type { ReactNode } from 'react';

import { cn } from '../../cn.ts';

export interface ChoiceProps {
  /** The control. */
  children: ReactNode;
  label: ReactNode;
  labelId: string;
  description: ReactNode;
  descriptionId: string;
  /** Side of the control. `end` puts the text first and the control at the far end. */
  side?: 'start' | 'end';
  className?: string | undefined;
}

/** A control and its text as one click target. Without text, only the control with a larger touch target. */
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
    // The label belongs to the button inside it. The button is named by `labelId`, so that the description is not part
    // of its name.
    <label
      className={cn(
        'group/choice max-w-full cursor-pointer text-14 text-ink has-[button:disabled]:cursor-not-allowed has-[button:disabled]:text-faint pointer-coarse:py-2.5',
        side === 'start' ? 'inline-flex gap-2.5' : 'flex flex-row-reverse justify-between gap-4',
        className,
      )}
    >
      {/* The box is as high as the first line of text, so that the control is centred on it in every language. */}
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
