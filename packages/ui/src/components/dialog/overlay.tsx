import { useComposedRefs } from 'radix-ui/internal';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { holdPage } from './hold-page.ts';

/**
 * Dims the page and holds it still; what floats above it is its only child, and leaves together with it. Not Radix's own
 * overlay: that one writes a `<style>` element into the page, which a strict content security policy refuses.
 */
export function Overlay({ ref, className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      ref={useComposedRefs(ref, holdPage)}
      data-slot="overlay"
      className={cn(
        'pointer-events-auto fixed inset-0 z-50 bg-overlay transition-opacity duration-base ease-enter',
        'has-[>[data-state=closed]]:animate-leave starting:opacity-0',
        className,
      )}
      {...props}
    />
  );
}
