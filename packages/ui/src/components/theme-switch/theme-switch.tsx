import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useState, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** `system`: as the device has it, by day and by night. */
export type Theme = 'light' | 'dark' | 'system';

export interface ThemeSwitchProps extends Omit<ComponentProps<'div'>, 'defaultValue' | 'children'> {
  /** Names the group: "Appearance". */
  label: string;
  /** Names each choice, for screen readers and under a resting pointer. */
  labels: Record<Theme, string>;
  /** Left out, or not known yet while the page is prerendered, it shows `system`. */
  value?: Theme | undefined;
  /** The value at first, where its state is its own. */
  defaultValue?: Theme;
  /** Called with the new value. */
  onValueChange?: (value: Theme) => void;
}

const choices = [
  { value: 'light', Icon: Sun },
  { value: 'dark', Icon: Moon },
  { value: 'system', Icon: Monitor },
] as const;

/** Light, dark, or as the system: three native radio buttons drawn as icons. It applies nothing by itself. */
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
