import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';

import { cn } from '../../cn.ts';
import { useField } from '../field/field-context.ts';
import { Input, type InputProps } from '../input/input.tsx';
import { Spinner } from '../spinner/spinner.tsx';
import { matchOptions, type ComboboxOption } from './match-options.ts';

export type { ComboboxOption } from './match-options.ts';

export type ComboboxProps = Omit<
  InputProps,
  'type' | 'value' | 'defaultValue' | 'endSlot' | 'onValueChange' | 'list'
> & {
  /** Options in the order of the list. */
  options: readonly ComboboxOption[];
  /** Controlled value; '' when nothing is selected. */
  value?: string;
  /** Initial value of an uncontrolled combobox. */
  defaultValue?: string;
  /** Called with the selected value, and with '' when the text is cleared. */
  onValueChange?: (value: string) => void;
  /** Called with the typed text. */
  onQueryChange?: (query: string) => void;
  /** Filtering by the component. Set `false` when the parent filters the options, for example on a server. */
  filter?: boolean;
  /** Text of the list when no option matches. */
  emptyText: string;
  /** Shows the loading state while options are being fetched. */
  loading?: boolean;
  /** Text of the list while `loading`. */
  loadingText?: string;
  /** Returns the number of matches as text, for screen readers. */
  countText?: (count: number) => string;
};

const pageOptions = 10;

/**
 * Text field with a list of options, filtered by typing. The input shows the selected option; a text that names no
 * option is replaced on blur. In a form, `name` submits the value. For fewer than ten options, use `Select`.
 */
export function Combobox({
  options,
  value: controlled,
  defaultValue = '',
  onValueChange,
  onQueryChange,
  filter = true,
  emptyText,
  countText,
  loading = false,
  loadingText,
  name,
  className,
  onChange,
  onKeyDown,
  onBlur,
  ...props
}: ComboboxProps) {
  const field = useField();
  const listId = useId();
  const [own, setOwn] = useState(defaultValue);
  const [open, setOpen] = useState(false);
  /**
   * Text typed since the list opened. Undefined until then: the input shows the selection, and the list shows all
   * options.
   */
  const [query, setQuery] = useState<string>();
  const [pointedAt, setPointedAt] = useState<string>();
  const [locale, setLocale] = useState<string>();

  const value = controlled ?? own;
  const chosen = options.find((option) => option.value === value);
  const matches = open && filter && query !== undefined ? matchOptions(options, query, locale) : options;
  const groups = groupOptions(matches);
  const enabled = groups.flatMap(([, members]) => members).filter((option) => !option.disabled);
  const active =
    enabled.find((option) => option.value === pointedAt) ??
    (query !== undefined && query !== '' ? enabled[0] : undefined);
  const listed = open && matches.length > 0;
  const optionId = (option: ComboboxOption) => `${listId}-${options.indexOf(option)}`;

  const optionUnder = (event: SyntheticEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    return enabled.find((option) => optionId(option) === row?.id);
  };

  const change = (next: string) => {
    if (next === value) return;
    setOwn(next);
    onValueChange?.(next);
  };
  const close = () => {
    setOpen(false);
    setQuery(undefined);
    setPointedAt(undefined);
  };
  const show = (input: HTMLInputElement, at: ComboboxOption | undefined) => {
    if (input.disabled || input.readOnly) return;
    setLocale(input.closest<HTMLElement>('[lang]')?.lang);
    setPointedAt(at?.value);
    setOpen(true);
  };
  const choose = (option: ComboboxOption) => {
    change(option.value);
    close();
  };

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // The input method handles the keys of a composition. Safari sends the last one after it, with key code 229.
    if (event.defaultPrevented || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const input = event.currentTarget;
    const at = active ? enabled.indexOf(active) : -1;
    const pointTo = (index: number) => {
      event.preventDefault();
      setPointedAt(enabled[Math.min(Math.max(index, 0), enabled.length - 1)]?.value);
    };
    switch (event.key) {
      case 'ArrowDown':
        if (open) return pointTo((at + 1) % enabled.length);
        event.preventDefault();
        return show(input, chosen ?? (event.altKey ? undefined : enabled[0]));
      case 'ArrowUp':
        if (open && !event.altKey) return pointTo(at > 0 ? at - 1 : enabled.length - 1);
        event.preventDefault();
        return open ? close() : show(input, chosen ?? enabled.at(-1));
      case 'PageDown':
        return open ? pointTo(at + pageOptions) : undefined;
      case 'PageUp':
        return open ? pointTo(at - pageOptions) : undefined;
      case 'Home':
        return open && !event.shiftKey ? pointTo(0) : undefined;
      case 'End':
        return open && !event.shiftKey ? pointTo(enabled.length - 1) : undefined;
      case 'Enter':
        if (!open) return undefined;
        event.preventDefault();
        return active ? choose(active) : close();
      default:
        return undefined;
    }
  };

  const status = loading ? loadingText : matches.length === 0 ? emptyText : undefined;
  const listName = props['aria-labelledby'] ?? (props['aria-label'] ? undefined : field?.labelId);
  return (
    <Popover.Root open={listed || (open && status !== undefined)} onOpenChange={close} modal={false}>
      <Popover.Anchor
        data-slot="combobox"
        data-state={open ? 'open' : 'closed'}
        className={cn('min-w-0', className)}
        onClick={(event) => {
          const pressed = event.target;
          const input = event.currentTarget.querySelector<HTMLInputElement>('[role="combobox"]');
          if (!input || !(pressed instanceof Element) || pressed.closest('button')) return;
          if (open) {
            if (pressed !== input) close();
            return;
          }
          show(input, chosen);
          input.select();
        }}
      >
        <Input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={listed}
          aria-controls={listed ? listId : undefined}
          aria-activedescendant={listed && active ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...props}
          // The hidden input below submits the value. This input has no name, so it is not submitted.
          name=""
          value={query ?? chosen?.inputText ?? chosen?.label ?? ''}
          onChange={(event) => {
            onChange?.(event);
            const text = event.target.value;
            show(event.target, undefined);
            setQuery(text);
            onQueryChange?.(text);
            if (text === '') change('');
          }}
          onKeyDown={(event) => {
            onKeyDown?.(event);
            press(event);
          }}
          onBlur={(event) => {
            onBlur?.(event);
            // Several options with the same name in different groups are ambiguous, so none is selected.
            const [named, ...others] = query ? enabled.filter((option) => isNamed(option, query, locale)) : [];
            if (named && others.length === 0) choose(named);
            else close();
          }}
          endSlot={<ChevronsUpDown aria-hidden className="-me-0.5 cursor-pointer" />}
        />
        <input type="hidden" name={name ?? field?.name} value={value} disabled={props.disabled} form={props.form} />
        <span role="status" className="sr-only">
          {open && (status ?? (query && countText?.(matches.length)))}
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          role="presentation"
          data-slot="combobox-content"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex w-(--radix-popover-trigger-width) min-w-48 animate-enter flex-col rounded-md border border-line bg-sheet shadow-float"
          // The focus stays in the input when the list is clicked.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            const option = optionUnder(event);
            if (option) choose(option);
          }}
          onPointerMove={(event) => {
            const option = optionUnder(event);
            if (option && option !== active) setPointedAt(option.value);
          }}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-slot="combobox"][data-state="open"]')) {
              event.preventDefault();
            }
          }}
        >
          {matches.length > 0 && (
            <div
              role="listbox"
              id={listId}
              aria-label={props['aria-label']}
              aria-labelledby={listName}
              aria-busy={loading || undefined}
              className="max-h-[min(19.25rem,var(--radix-popover-content-available-height,19.25rem))] scroll-py-1 overflow-y-auto p-1"
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
                    <div aria-hidden className="px-2.5 pt-2 pb-1 text-12 text-faint">
                      {group}
                    </div>
                    {rows}
                  </div>
                );
              })}
            </div>
          )}
          {status && (
            <p aria-hidden className="flex min-h-9 items-center gap-2.5 px-3.5 py-2 text-14 text-soft">
              {loading && <Spinner />}
              <span>{status}</span>
            </p>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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
        'relative flex min-h-9 cursor-default items-center rounded-sm py-1.5 ps-9 pe-2.5 text-14 text-ink select-none',
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

function isNamed(option: ComboboxOption, text: string, locale: string | undefined) {
  return option.label.toLocaleLowerCase(locale) === text.trim().toLocaleLowerCase(locale);
}

/** Groups options. Groups are in the order of their first options. */
function groupOptions(options: readonly ComboboxOption[]) {
  const groups = new Map<string | undefined, ComboboxOption[]>();
  for (const option of options) {
    const members = groups.get(option.group);
    if (members) members.push(option);
    else groups.set(option.group, [option]);
  }
  return [...groups];
}
