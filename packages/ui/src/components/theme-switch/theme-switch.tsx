import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useState, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** Colour theme. `system` follows the device's setting. */
export type Theme = 'light' | 'dark' | 'system';

export interface ThemeSwitchProps extends Omit<ComponentProps<'div'>, 'defaultValue' | 'children'> {
  /** Accessible name of the group: "Appearance". */
  label: string;
  /** Name of each option, for screen readers and tooltips. */
  labels: Record<Theme, string>;
  /** Controlled value. While undefined, as in prerendered HTML, the switch shows `system`. */
  value?: Theme | undefined;
  /** Initial value of an uncontrolled switch. */
  defaultValue?: Theme;
  /** Called with the new value. */
  onValueChange?: (value: Theme) => void;
}

const choices = [
  { value: 'light', Icon: Sun },
  { value: 'dark', Icon: Moon },
  { value: 'system', Icon: Monitor },
] as const;

/**
 * Selects the light, the dark or the system's theme with three native radio buttons, shown as icons. It does not apply
 * the theme.
 */
export function ThemeSwitch({
  label,
  labels,
  value,
  defaultValue = 'system',
  onValueChange,
  className,
  ...props
}: ThemeSwitchProps) {
  const name = useId();
  const [own, setOwn] = useState(defaultValue);
  const chosen = value ?? own;
  return (
    <div
      role="radiogroup"
      aria-label={label}
      data-slot="theme-switch"
      data-state={chosen}
      className={cn('inline-flex gap-0.5 rounded-md border border-line bg-sunk p-0.5', className)}
      {...props}
    >
      {choices.map(({ value: each, Icon }) => (
        <label
          key={each}
          title={labels[each]}
          className={cn(
            'relative grid size-8 cursor-pointer place-items-center rounded-[8px] border border-transparent text-soft',
            'transition-colors duration-fast hover:text-ink pointer-coarse:size-10',
            'has-checked:border-line has-checked:bg-sheet has-checked:text-ink forced-colors:has-checked:border-[Highlight]',
            'outline-offset-2 outline-focus has-focus-visible:outline-2',
          )}
        >
          <input
            type="radio"
            name={name}
            value={each}
            checked={chosen === each}
            onChange={() => {
              setOwn(each);
              onValueChange?.(each);
            }}
            aria-label={labels[each]}
            className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
          />
          <Icon aria-hidden className="size-4" />
        </label>
      ))}
    </div>
  );
}
