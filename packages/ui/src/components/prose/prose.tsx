import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/*
 * Each rule names its element within `:where()`, so its specificity is that of one class. Link styles do not apply to
 * the kit's components, which all have a `data-slot`.
 */
const prose = [
  // 36 em are 72 characters of Latin text and 36 of Chinese: a comfortable line length for both.
  'max-w-[36em] text-16 text-ink hyphens-auto sm:hyphens-manual [&>:first-child]:mt-0 [&>:last-child]:mb-0',

  '[&_:where(h2)]:mt-12 [&_:where(h2)]:mb-3 [&_:where(h2)]:text-22 [&_:where(h2)]:font-semibold',
  '[&_:where(h3)]:mt-8 [&_:where(h3)]:mb-2 [&_:where(h3)]:text-18 [&_:where(h3)]:font-semibold',
  '[&_:where(h4)]:mt-6 [&_:where(h4)]:mb-1 [&_:where(h4)]:font-semibold',
  '[&_h2+:where(h3)]:mt-4',
  '[&_:where([id])]:scroll-mt-24',
  '[&_:is(h2,h3,h4)_:where(a:not([data-slot]))]:text-inherit [&_:is(h2,h3,h4)_:where(a:not([data-slot]))]:no-underline [&_:is(h2,h3,h4)_:where(a:not([data-slot])):hover]:underline',

  '[&_:where(p)]:my-4 [&_:where(strong,b)]:font-semibold [&_:where(small)]:text-13',
  '[&_:where(a:not([data-slot]))]:rounded-[2px] [&_:where(a:not([data-slot]))]:text-accent-ink [&_:where(a:not([data-slot]))]:underline [&_:where(a:not([data-slot]))]:decoration-accent-line [&_:where(a:not([data-slot]))]:underline-offset-[0.2em] [&_:where(a:not([data-slot])):hover]:decoration-current',
  // Synthesised, because the font has no italic. The page forbids synthesised weights.
  '[&_:where(em,i)]:[font-synthesis:style]',
  // Han characters are not slanted: Chinese and Japanese emphasise a word with dots.
  '[&_:where(em:lang(zh),em:lang(ja))]:not-italic [&_:where(em:lang(zh))]:[text-emphasis-position:under_right] [&_:where(em:lang(zh))]:[text-emphasis:filled_dot] [&_:where(em:lang(ja))]:[text-emphasis:filled_sesame]',

  '[&_:where(ul,ol)]:my-4 [&_:where(ul,ol)]:ps-6 [&_:where(ul)]:list-disc [&_:where(ol)]:list-decimal',
  '[&_:where(li)]:my-1.5 [&_:where(li)]:ps-1 [&_:where(li)]:text-pretty [&_:where(li)]:marker:text-faint [&_:where(li)]:marker:tabular-nums',
  '[&_li_:where(ul,ol)]:my-1.5 [&_li>:where(p)]:my-2',

  '[&_:where(dl)]:my-4 [&_:where(dl)]:border-t [&_:where(dl)]:border-line',
  '[&_:where(dt)]:pt-3 [&_:where(dt)]:font-medium [&_:where(dd)]:border-line [&_:where(dd)]:pb-3 [&_:where(dd)]:text-soft',
  '[&_:where(dd:last-child,dd:has(+dt))]:border-b',

  '[&_:where(blockquote)]:my-6 [&_:where(blockquote)]:border-s-2 [&_:where(blockquote)]:border-line-strong [&_:where(blockquote)]:ps-5 [&_:where(blockquote)]:text-soft',

  '[&_:where(code,kbd,samp):not([data-slot])]:font-mono [&_:where(code,samp)]:rounded-[4px] [&_:where(code,samp)]:bg-hover [&_:where(code,samp)]:px-1 [&_:where(code,samp)]:py-px [&_:where(code,samp)]:text-[0.875em] [&_:where(code,samp)]:wrap-anywhere',
  '[&_:where(pre)]:my-6 [&_:where(pre)]:overflow-x-auto [&_:where(pre)]:rounded-md [&_:where(pre)]:border [&_:where(pre)]:border-line [&_:where(pre)]:bg-sunk [&_:where(pre)]:p-4 [&_:where(pre)]:text-13',
  '[&_pre_:where(code)]:bg-transparent [&_pre_:where(code)]:p-0 [&_pre_:where(code)]:text-[1em]',

  '[&_:where(table)]:my-6 [&_:where(table)]:w-full [&_:where(table)]:border-collapse [&_:where(table)]:text-14',
  '[&_:where(caption)]:pb-2 [&_:where(caption)]:text-start [&_:where(caption)]:text-13 [&_:where(caption)]:text-faint',
  '[&_:where(th,td)]:border-b [&_:where(th,td)]:border-line [&_:where(th,td)]:py-2 [&_:where(th,td)]:pe-4 [&_:where(th,td)]:text-start [&_:where(th,td)]:align-top [&_:where(th,td):last-child]:pe-0',
  '[&_:where(th)]:font-medium [&_thead_:where(th)]:border-line-strong [&_thead_:where(th)]:text-13 [&_thead_:where(th)]:text-soft',

  '[&_:where(hr)]:my-10 [&_:where(hr)]:border-line',
  '[&_:where(figure)]:my-8 [&_:where(img,video)]:h-auto [&_:where(img,video)]:max-w-full [&_:where(img,video)]:rounded-md',
  '[&_:where(figcaption)]:mt-2 [&_:where(figcaption)]:text-13 [&_:where(figcaption)]:text-faint',
];

export interface ProseProps extends ComponentProps<'div'> {
  /** Renders the only child, such as an `<article>`, with the component's styles. */
  asChild?: boolean;
}

/** Running text: headings, paragraphs, lists, tables and code without classes, in a column of at most 72 characters. */
export function Prose({ asChild, className, ...props }: ProseProps) {
  const Column = asChild ? Slot.Root : 'div';
  return <Column data-slot="prose" className={cn(prose, className)} {...props} />;
}
