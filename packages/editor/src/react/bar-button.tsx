import { cn } from '@isola/ui/cn';
import { IconButton, type IconButtonProps } from '@isola/ui/icon-button';
import { Tooltip } from '@isola/ui/tooltip';

export interface BarButtonProps extends Omit<IconButtonProps, 'title'> {
  /** Text of the tooltip, shown on hover and focus: the button's name and its keys. */
  tip: string;
  /** Whether a wide window shows the button's name next to its icon. */
  isLabelled?: boolean;
}

/**
 * Button of the bar above the image. With `aria-disabled` it stays focusable. Requires a `TooltipProvider` as an
 * ancestor.
 */
export function BarButton({ tip, isLabelled = false, label, className, children, ...props }: BarButtonProps) {
  return (
    <Tooltip content={tip}>
      <IconButton
        label={label}
        className={cn(
          'aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 aria-disabled:hover:bg-transparent pointer-coarse:h-11 pointer-coarse:min-w-11',
          isLabelled &&
            '@min-[78rem]:flex @min-[78rem]:w-auto @min-[78rem]:items-center @min-[78rem]:gap-1.5 @min-[78rem]:px-2',
          className,
        )}
        {...props}
      >
        {children}
        {isLabelled && <span className="hidden text-13 whitespace-nowrap @min-[78rem]:inline">{label}</span>}
      </IconButton>
    </Tooltip>
  );
}
