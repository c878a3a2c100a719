import { Check } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';

import { cn } from '../../cn.ts';
import type { ComboboxOption } from './match-options.ts';
import type { ComboboxState } from './use-combobox-state.ts';

interface ListboxProps {
  id: string;
  state: Pick<ComboboxState, 'groups' | 'chosen' | 'active' | 'optionId'>;
  'aria-label': string | undefined;
  'aria-labelledby': string | undefined;
  'aria-busy': true | undefined;
  /** Fills the space that a sheet leaves, instead of being limited to a few rows. */
  isTall?: boolean;
}

/** List of the matching options, under the headings of their groups. It opens with the chosen option in its middle. */
export function Listbox({ state: { groups, chosen, active, optionId }, isTall = false, ...props }: ListboxProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const option = list.current?.querySelector<HTMLElement>('[data-state=checked]');
    if (list.current && option)
      list.current.scrollTop = option.offsetTop - (list.current.clientHeight - option.offsetHeight) / 2;
  }, []);
  return (
    <div
      ref={list}
      role="listbox"
      {...props}
      className={cn(
        'relative scroll-py-1 overflow-y-auto p-1',
        isTall ? 'min-h-0 flex-1' : 'max-h-[min(19.25rem,var(--radix-popover-content-available-height,19.25rem))]',
      )}
    >
      {groups.map(([group, members]) => {
        const rows = members.map((option) => (
          <Option
            key={option.value}
            id={optionId(option)}
            option={option}
            chosen={option === chosen}
            active={option === active}
          />
        ));
        return group === undefined ? (
          rows
        ) : (
          <div key={group} role="group" aria-label={group}>
            <div aria-hidden className="flex items-center gap-2 px-2.5 pt-2 pb-1 text-12 text-faint">
              {members[0]?.groupSign}
              <span>{group}</span>
            </div>
            {rows}
          </div>
        );
      })}
    </div>
  );
}

interface OptionProps {
  id: string;
  option: ComboboxOption;
  chosen: boolean;
  active: boolean;
}

function Option({ id, option, chosen, active }: OptionProps) {
  return (
    <div
      ref={active ? bringIntoSight : undefined}
      role="option"
      id={id}
      data-slot="combobox-option"
      data-state={chosen ? 'checked' : 'unchecked'}
      data-highlighted={active ? '' : undefined}
      aria-selected={chosen}
      aria-disabled={option.disabled || undefined}
      tabIndex={-1}
      className={cn(
        'relative flex min-h-9 cursor-default items-center rounded-sm py-1.5 ps-9 pe-2.5 text-14 text-ink select-none pointer-coarse:min-h-11',
        'aria-disabled:text-faint data-[highlighted]:bg-hover',
        'forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:outline-[Highlight]',
      )}
    >
      {chosen && <Check aria-hidden className="absolute start-2.5 size-4 text-accent-ink" />}
      {option.detail === undefined ? (
        option.label
      ) : (
        <span className="min-w-0">
          {option.label}
          <span className="block text-12 text-faint tabular-nums">{option.detail}</span>
        </span>
      )}
    </div>
  );
}

function bringIntoSight(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' });
}
