import { useState } from 'react';

import { parseHex } from './hsv.ts';

export interface HexFieldProps {
  /** `#rrggbb`. */
  value: string;
  onChange: (hex: string) => void;
  /** The text is complete: by Enter, by leaving the field, or because it was pasted. */
  onCommit: () => void;
  label: string;
  disabled: boolean;
}

/** The colour as text. When the field loses the focus, an invalid text is replaced by the last colour. */
export function HexField({ value, onChange, onCommit, label, disabled }: HexFieldProps) {
  /** What was typed, until the field has lost the focus. */
  const [draft, setDraft] = useState<string>();
  const invalid = draft !== undefined && !/^#?[\da-f]{0,6}$/i.test(draft.trim());

  const take = (text: string) => {
    const hex = parseHex(text);
    if (hex) {
      onChange(hex);
      onCommit();
    }
    setDraft(undefined);
    return hex;
  };

  return (
    <input
      type="text"
      value={draft ?? value}
      disabled={disabled}
      aria-label={label}
      aria-invalid={invalid || undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      // Hexadecimal digits are written from the left in every script.
      dir="ltr"
      onChange={(event) => {
        const text = event.target.value;
        setDraft(text);
        // Three digits are a colour too, but most are on their way to six.
        const hex = parseHex(text);
        if (hex && text.trim().replace('#', '').length === 6) onChange(hex);
      }}
      onPaste={(event) => {
        if (take(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || draft === undefined) return;
        event.preventDefault();
        take(draft);
      }}
      onBlur={() => {
        if (draft !== undefined) take(draft);
      }}
      className="h-9 w-full min-w-0 rounded-md border border-control bg-sheet px-3 font-mono text-13 text-ink transition-colors duration-fast hover:border-faint disabled:cursor-not-allowed disabled:border-line disabled:bg-sunk disabled:text-faint aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger pointer-coarse:text-16"
    />
  );
}
