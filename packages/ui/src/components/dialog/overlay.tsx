import { useComposedRefs } from 'radix-ui/internal';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { holdPage } from './hold-page.ts';

/**
 * Dims the page and prevents it from scrolling. Its only child is the floating panel, and both disappear together. It
 * replaces Radix's overlay, which adds a `<style>` element to the page; a strict content security policy refuses that.
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
