import type { ReactNode } from 'react';

export interface ComboboxOption {
  /** Value of the option; unique and not empty. */
  value: string;
  /** Text in the list, and in the input once selected. */
  label: string;
  /** Second line in the list. */
  detail?: string;
  /** Text in the input instead of the label, for labels that are ambiguous without their group. */
  inputText?: string;
  /** Other words that match: another spelling, a code, pinyin. */
  keywords?: readonly string[];
  /** Heading of the group that the option belongs to. */
  group?: string;
  /** Decoration before the group's heading, such as a flag. The first option of a group decides. */
  groupSign?: ReactNode;
  disabled?: boolean;
}

/**
 * Filters options by their labels and keywords, ignoring case and accents. Keeps the order.
 * @param query typed text; surrounding spaces are ignored.
 * @param locale decides which letters are the same: "a" matches "ä" in German but not in Swedish. Default: the
 * browser's language.
 */
export function matchOptions(
  options: readonly ComboboxOption[],
  query: string,
  locale?: string,
): readonly ComboboxOption[] {
  const wanted = query.normalize('NFC').trim();
  if (!wanted) return options;
  // The usage `search` is not suitable: in German it matches "ö" with "oe" and no longer with "o".
  const collator = new Intl.Collator(locale, { sensitivity: 'base' });
  return options.filter(({ label, keywords = [] }) =>
    [label, ...keywords].some((text) => contains(text, wanted, collator)),
  );
}

/** Returns true when `text` is the option's label, ignoring case and surrounding spaces. */
export function isNamed(option: ComboboxOption, text: string, locale: string | undefined) {
  return option.label.toLocaleLowerCase(locale) === text.trim().toLocaleLowerCase(locale);
}

/** Groups options. Groups are in the order of their first options. */
export function groupOptions(options: readonly ComboboxOption[]) {
  const groups = new Map<string | undefined, ComboboxOption[]>();
  for (const option of options) {
    const members = groups.get(option.group);
    if (members) members.push(option);
    else groups.set(option.group, [option]);
  }
  return [...groups];
}

function contains(text: string, wanted: string, collator: Intl.Collator) {
  const whole = text.normalize('NFC');
  for (let start = 0; start + wanted.length <= whole.length; start++) {
    if (collator.compare(whole.slice(start, start + wanted.length), wanted) === 0) return true;
  }
  return false;
}
