import { useState } from 'react';

import { parseHex } from './hsv.ts';

export interface HexFieldProps {
  /** Colour as `#rrggbb`. */
  value: string;
  onChange: (hex: string) => void;
  /** Called when the text is complete: after Enter, on blur, or after pasting. */
  onCommit: () => void;
  label: string;
  disabled: boolean;
}

/** Text field for the colour's code. On blur an invalid text is replaced by the last valid colour. */
export function HexField({ value, onChange, onCommit, label, disabled }: HexFieldProps) {
  /** Typed text until blur. */
  const [draft, setDraft] = useState<string>();
  const invalid = draft !== undefined && !/^#?[\da-f]{0,6}$/i.test(draft.trim());

  const take = (text: string) => {
    const hex = parseHex(text);
    if (hex) onChange(hex);
    // Also without a valid colour: the last six digits that were typed are shown already.
    onCommit();
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
      // Hexadecimal digits are written left to right in every script.
      dir="ltr"
      onChange={(event) => {
        const text = event.target.value;
        setDraft(text);
        // Three digits are a valid colour too, but are usually the beginning of six.
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
