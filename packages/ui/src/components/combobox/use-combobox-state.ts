import { useState, type SyntheticEvent } from 'react';

import { groupOptions, isNamed, matchOptions, type ComboboxOption } from './match-options.ts';

interface ComboboxStateOptions {
  /** Id of the list; the ids of its options begin with it. */
  listId: string;
  options: readonly ComboboxOption[];
  /** Controlled value; '' when nothing is selected. */
  value: string | undefined;
  defaultValue: string;
  onValueChange: ((value: string) => void) | undefined;
  onQueryChange: ((query: string) => void) | undefined;
  /** Whether the typed text filters the options. */
  filter: boolean;
}

export type ComboboxState = ReturnType<typeof useComboboxState>;

/** Holds the selection, the typed text and the open list of a combobox, and the actions that change them. */
export function useComboboxState({
  listId,
  options,
  value: controlled,
  defaultValue,
  onValueChange,
  onQueryChange,
  filter,
}: ComboboxStateOptions) {
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

  /** Returns the enabled option that an event in the list belongs to. */
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
  const pointAt = (option: ComboboxOption | undefined) => setPointedAt(option?.value);
  const show = (input: HTMLInputElement, at: ComboboxOption | undefined) => {
    if (input.disabled || input.readOnly) return;
    setLocale(input.closest<HTMLElement>('[lang]')?.lang);
    pointAt(at);
    setOpen(true);
  };
  const choose = (option: ComboboxOption) => {
    change(option.value);
    close();
  };
  /** Opens the list with the options that match the typed text. */
  const search = (input: HTMLInputElement) => {
    const text = input.value;
    show(input, undefined);
    setQuery(text);
    onQueryChange?.(text);
    if (text === '') change('');
  };
  /** Closes the list, and selects the option that the typed text names. */
  const leave = () => {
    // Several options with the same name in different groups are ambiguous, so none is selected.
    const [named, ...others] = query ? enabled.filter((option) => isNamed(option, query, locale)) : [];
    if (named && others.length === 0) choose(named);
    else close();
  };

  return {
    value,
    open,
    query,
    chosen,
    matches,
    groups,
    enabled,
    active,
    listed,
    optionId,
    optionUnder,
    close,
    pointAt,
    show,
    choose,
    search,
    leave,
  };
}
