import {
  forbiddenIn,
  type NamePattern,
  type NamePlaceholder,
  type PatternFailure,
  readNamePattern,
} from '@isola/files';
import { formatList, type Locale } from '@isola/i18n';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface NamePatternFieldProps {
  label: string;
  /** Explanation of the placeholders. */
  hint: string;
  /** Name of the list of names, for screen readers. */
  previewLabel: string;
  placeholders: readonly NamePlaceholder[];
  /** Current pattern. */
  value: string;
  /** Called with a readable pattern, by Enter or when the field loses the focus. */
  onCommit: (pattern: string) => void;
  /** Returns the first names by a pattern. */
  namesOf: (pattern: NamePattern) => readonly string[];
}

const written = { name: ['{name}'], counter: ['{n}', '{n:3}'], date: ['{date}'] } as const satisfies Record<
  NamePlaceholder,
  readonly string[]
>;

/**
 * Field for the pattern of file names, with a preview of the names. A pattern that cannot be read is not committed. Its
 * error is shown by Enter or when the field loses the focus, because every placeholder is unreadable while it is typed.
 */
export function NamePatternField({
  label,
  hint,
  previewLabel,
  placeholders,
  value,
  onCommit,
  namesOf,
}: NamePatternFieldProps) {
  const { t, i18n } = useTranslation('editor');
  const [draft, setDraft] = useState<{ readonly over: string; readonly text: string }>();
  const [isRefused, setRefused] = useState(false);
  // A draft for an earlier pattern is dropped when the pattern changes elsewhere.
  const text = draft?.over === value ? draft.text : value;
  const read = readNamePattern(text, { placeholders });
  // While a draft is unreadable, the files are still named by the pattern before it.
  const named = read.outcome === 'read' ? read : readNamePattern(value, { placeholders });
  const names = named.outcome === 'read' ? namesOf(named.pattern) : [];
  const forbidden = read.outcome === 'read' ? forbiddenIn(read.pattern) : [];
  const commit = () => {
    setRefused(read.outcome === 'refused');
    if (read.outcome === 'refused' || text === value) return;
    setDraft(undefined);
    onCommit(text);
  };
  const errorOf = (failure: PatternFailure): string => {
    switch (failure.code) {
      case 'empty':
        return t('name.empty');
      case 'unknown-placeholder': {
        const known = placeholders.flatMap((placeholder): readonly string[] => written[placeholder]);
        return t('name.unknown', {
          placeholder: failure.placeholder,
          known: formatList(i18n.language as Locale, known, 'or'),
        });
      }
      default:
        return failure satisfies never;
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        hint={hint}
        error={isRefused && read.outcome === 'refused' ? errorOf(read.failure) : undefined}
      >
        <Input
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={120}
          onValueChange={(next) => {
            setRefused(false);
            setDraft({ over: value, text: next });
          }}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
          className="font-mono pointer-coarse:h-11"
        />
      </Field>
      {names.length > 0 && (
        <ul aria-label={previewLabel} data-slot="name-preview" className="font-mono text-12 text-soft">
          {names.map((name) => (
            <li key={name} className="wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
      )}
      {forbidden.length > 0 && (
        <p data-slot="name-left-out" className="text-13 text-soft">
          {t('name.leftOut', { characters: forbidden.join(' ') })}
        </p>
      )}
    </div>
  );
}
