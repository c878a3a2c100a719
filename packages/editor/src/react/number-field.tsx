import { formatNumber, type Locale } from '@isola/i18n';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface NumberFieldProps {
  label: string;
  /** Unit shown after the number, such as "dpi". */
  unit: string;
  min: number;
  max: number;
  /** Current value. The field is empty when it is undefined. */
  value: number | undefined;
  /** Called with a whole number within the bounds, by Enter or when the field loses the focus. */
  onCommit: (value: number) => void;
}

/** Field for a whole number. Invalid input shows an error and is not committed. */
export function NumberField({ label, unit, min, max, value, onCommit }: NumberFieldProps) {
  const { t, i18n } = useTranslation('editor');
  const [draft, setDraft] = useState<{ readonly over: number | undefined; readonly text: string }>();
  const locale = i18n.language as Locale;
  // A draft for another value is outdated, for example after an undo.
  const text = draft && draft.over === value ? draft.text : (value?.toString() ?? '');
  const isWithin = /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
  const isUnset = text.trim() === '' && value === undefined;
  const commit = () => {
    if (text.trim() === '') setDraft(undefined);
    if (!isWithin || Number(text) === value) return;
    setDraft(undefined);
    onCommit(Number(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
  };
  const range = { least: formatNumber(locale, min), most: formatNumber(locale, max) };
  return (
    <Field
      label={label}
      error={isWithin || isUnset ? undefined : t('file.outOfRange', range)}
      className="flex-row items-baseline justify-between gap-x-4 *:last:w-36 *:last:flex-none [&_label]:text-13 [&_label]:font-normal [&_label]:text-soft"
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onValueChange={(next) => setDraft({ over: value, text: next })}
        onBlur={commit}
        onKeyDown={onKeyDown}
        endSlot={<span className="text-13">{unit}</span>}
        className="tabular-nums pointer-coarse:h-11"
      />
    </Field>
  );
}
