import { Field } from '@isola/ui/field';
import { Input, type InputProps } from '@isola/ui/input';
import { Select, SelectOption } from '@isola/ui/select';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { useAdmin } from './admin-context.tsx';

/** Pause in typing after which the list is filtered. */
const typingPauseMs = 250;
const firstPage = { after: undefined, before: undefined };

/** Row of filters above a list. The URL holds their values. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-wrap items-end gap-3 print:hidden">{children}</div>;
}

export interface TextFilterProps extends Pick<InputProps, 'type' | 'placeholder'> {
  /** Parameter of the URL. */
  name: string;
  label: string;
}

export function TextFilter({ name, label, type = 'search', ...props }: TextFilterProps) {
  const { search, setSearch } = useAdmin();
  const inUrl = search[name] ?? '';
  const [typed, setTyped] = useState(inUrl);
  const [known, setKnown] = useState(inUrl);
  const [written, setWritten] = useState(inUrl);
  // Navigation in the browser's history changes only the URL; the field follows it. What the field itself has written may
  // differ from the field by spaces and by letters that were typed since.
  if (known !== inUrl) {
    setKnown(inUrl);
    if (inUrl !== written) {
      setTyped(inUrl);
      setWritten(inUrl);
    }
  }
  const write = useRef(setSearch);
  useEffect(() => {
    write.current = setSearch;
  });
  useEffect(() => {
    if (typed.trim() === inUrl) return undefined;
    const waiting = setTimeout(() => {
      setWritten(typed.trim());
      write.current({ ...firstPage, [name]: typed.trim() });
    }, typingPauseMs);
    return () => clearTimeout(waiting);
  }, [typed, inUrl, name]);
  return (
    <Field label={label} className="max-sm:w-full sm:w-64">
      <Input
        type={type}
        autoComplete="off"
        spellCheck={false}
        {...props}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Field>
  );
}

export interface ChoiceFilterProps {
  name: string;
  label: string;
  /** Label of the choice that does not filter. */
  all: string;
  choices: readonly (readonly [value: string, words: string])[];
}

export function ChoiceFilter({ name, label, all, choices }: ChoiceFilterProps) {
  const { search, setSearch } = useAdmin();
  return (
    <Field label={label}>
      <Select
        value={search[name] ?? 'all'}
        onValueChange={(value) => setSearch({ ...firstPage, [name]: value === 'all' ? undefined : value })}
      >
        <SelectOption value="all">{all}</SelectOption>
        {choices.map(([value, words]) => (
          <SelectOption key={value} value={value}>
            {words}
          </SelectOption>
        ))}
      </Select>
    </Field>
  );
}
