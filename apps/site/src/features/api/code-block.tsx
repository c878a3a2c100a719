import { cn } from '@isola/ui/cn';
import type { ComponentProps } from 'react';

export interface CodeBlockProps extends Omit<ComponentProps<'pre'>, 'children'> {
  /** Accessible name. The block is focusable, because keyboard users must be able to scroll it. */
  label: string;
  code: string;
}

/** Block of source code, without syntax highlighting. */
export function CodeBlock({ label, code, className, ...props }: CodeBlockProps) {
  return (
    <pre
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      translate="no"
      dir="ltr"
      className={cn(
        'overflow-x-auto rounded-md border border-line bg-sunk p-4 font-mono text-12 text-ink sm:text-13',
        className,
      )}
      {...props}
    >
      <code>{code}</code>
    </pre>
  );
}
