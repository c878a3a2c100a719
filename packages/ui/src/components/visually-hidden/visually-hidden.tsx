import { VisuallyHidden as RadixVisuallyHidden } from 'radix-ui';
import type { ComponentProps } from 'react';

/** Words for screen readers only. */
export function VisuallyHidden(props: ComponentProps<typeof RadixVisuallyHidden.Root>) {
  return <RadixVisuallyHidden.Root data-slot="visually-hidden" {...props} />;
}
