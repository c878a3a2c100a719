import { cva } from 'class-variance-authority';

/**
 * Border and background that all text controls share. The box surrounds the control and shows its state; the control
 * itself is transparent and has no outline.
 */
export const controlBox = cva(
  [
    'min-w-0 border border-control bg-sheet text-ink transition-colors duration-fast hover:border-faint',
    'has-[:is(input,select,textarea):focus-visible]:outline-2 has-[:is(input,select,textarea):focus-visible]:outline-offset-2',
    'outline-focus forced-colors:outline-[Highlight]',
    'data-[state=invalid]:border-danger data-[state=invalid]:inset-ring data-[state=invalid]:inset-ring-danger',
    'has-[:is(input,textarea):read-only:enabled]:border-line has-[:is(input,textarea):read-only:enabled]:bg-sunk',
    'has-[:is(input,select,textarea):disabled]:border-line has-[:is(input,select,textarea):disabled]:bg-sunk',
    'has-[:is(input,select,textarea):disabled]:cursor-not-allowed has-[:is(input,select,textarea):disabled]:text-faint',
    'forced-colors:has-[:is(input,select,textarea):disabled]:border-[GrayText]',
  ],
  {
    variants: {
      // 16 px for touch: below that size, phones zoom into the page when the control receives the focus.
      size: {
        sm: 'rounded-sm text-13 pointer-coarse:text-16',
        md: 'rounded-md text-14 pointer-coarse:text-16',
        lg: 'rounded-md text-16',
      },
    },
    defaultVariants: { size: 'md' },
  },
);

export type ControlSize = 'sm' | 'md' | 'lg';

/** Class names of the control within the box. */
export const controlText =
  'min-w-0 bg-transparent text-inherit outline-none placeholder:text-faint disabled:cursor-not-allowed';

export function controlState(attributes: { 'aria-invalid'?: boolean | string | undefined }): 'invalid' | 'valid' {
  const invalid = attributes['aria-invalid'];
  return invalid && invalid !== 'false' ? 'invalid' : 'valid';
}
