import type { ComponentProps } from 'react';

/**
 * Radix writes a `style` into the first HTML of some parts, where the site's policy forbids it. As the only child of such
 * a part (`asChild`), these take everything but the style; what it did is then said by classes.
 */
export function UnstyledDiv(props: ComponentProps<'div'>) {
  return <div {...props} style={undefined} />;
}

/** The invisible native input that Radix renders beside its control, so that forms include the value. */
export function UnstyledInput(props: ComponentProps<'input'>) {
  return <input className="pointer-events-none absolute inset-0 size-full opacity-0" {...props} style={undefined} />;
}
