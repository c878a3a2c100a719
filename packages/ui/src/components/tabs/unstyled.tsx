import type { ComponentProps } from 'react';

/**
 * Element without an inline style. Radix sets a `style` on some parts in the first HTML, where the site's policy
 * forbids it. As the only child of such a part (`asChild`), this element accepts all props except the style, which
 * classes replace.
 */
export function UnstyledDiv(props: ComponentProps<'div'>) {
  return <div {...props} style={undefined} />;
}

/** Invisible native input that Radix renders next to its control, so that forms include the value. */
export function UnstyledInput(props: ComponentProps<'input'>) {
  return <input className="pointer-events-none absolute inset-0 size-full opacity-0" {...props} style={undefined} />;
}
