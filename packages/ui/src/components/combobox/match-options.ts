export interface ComboboxOption {
  /** What is chosen; unlike every other's and not empty. */
  value: string;
  /** What is shown, and what the input says once it is chosen. */
  label: string;
  /** A second, quieter line in the list. */
  detail?: string;
  /** What the input says instead of the label, where the label needs its group to be told from others. */
  inputText?: string;
  /** Other words by which it is found: another spelling, a code, pinyin. */
  keywords?: readonly string[];
  /** The heading under which it stands. */
  group?: string;
  disabled?: boolean;
}

/**
 * @param query what was typed; blanks around it do not count.
 * @param locale decides what is the same letter: "a" finds "ä" in German, not in Swedish. Without it the browser's own.
 * @returns the options in whose label or keywords the query occurs, whatever its case and its accents, in their order.
 */
export function matchOptions(
  options: readonly ComboboxOption[],
  query: string,
  locale?: string,
): readonly ComboboxOption[] {
  const wanted = query.normalize('NFC').trim();
  if (!wanted) return options;
  // Not the usage `search`: in German that takes "ö" for "oe" and no longer for "o".
  const collator = new Intl.Collator(locale, { sensitivity: 'base' });
  return options.filter(({ label, keywords = [] }) =>
    [label, ...keywords].some((text) => contains(text, wanted, collator)),
  );
}

function contains(text: string, wanted: string, collator: Intl.Collator) {
  const whole = text.normalize('NFC');
  for (let start = 0; start + wanted.length <= whole.length; start++) {
    if (collator.compare(whole.slice(start, start + wanted.length), wanted) === 0) return true;
  }
  return false;
}
