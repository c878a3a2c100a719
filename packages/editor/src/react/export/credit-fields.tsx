import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { fillCredit } from '../../document/fill-credit.ts';
import type { ExportOptions } from '../../schema/document-state.ts';

const maxLetters = 200;

export interface CreditFieldsProps {
  choice: ExportOptions;
  onChoose: (choice: Partial<ExportOptions>) => void;
  /** Name of the image's file. */
  imageName: string;
}

/** Fields for the author and the copyright notice of the file, with both as they will be written. */
export function CreditFields({ choice, onChoose, imageName }: CreditFieldsProps) {
  const { t } = useTranslation('editor');
  return (
    <div data-slot="credit" className="flex flex-col gap-3">
      <CreditField
        label={t('credit.author')}
        value={choice.author}
        onCommit={(author) => onChoose({ author })}
        imageName={imageName}
      />
      <CreditField
        label={t('credit.copyright')}
        hint={t('credit.hint')}
        value={choice.copyright}
        onCommit={(copyright) => onChoose({ copyright })}
        imageName={imageName}
      />
    </div>
  );
}

interface CreditFieldProps extends Pick<CreditFieldsProps, 'imageName'> {
  label: string;
  hint?: string;
  value: string | undefined;
  /** Called with the text, or with undefined when the field is empty, by Enter or when the field loses the focus. */
  onCommit: (value: string | undefined) => void;
}

function CreditField({ label, hint, value, onCommit, imageName }: CreditFieldProps) {
  const [draft, setDraft] = useState<{ readonly over: string | undefined; readonly text: string }>();
  // A draft for another value is outdated, for example after an undo.
  const text = draft && draft.over === value ? draft.text : (value ?? '');
  const commit = () => {
    const next = text.trim() || undefined;
    setDraft(undefined);
    if (next !== value) onCommit(next);
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        <Input
          value={text}
          autoComplete="off"
          maxLength={maxLetters}
          onValueChange={(next) => setDraft({ over: value, text: next })}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
          className="pointer-coarse:h-11"
        />
      </Field>
      {value?.includes('{') && (
        <p data-slot="credit-filled" className="text-13 wrap-anywhere text-soft">
          {fillCredit(value, { name: imageName })}
        </p>
      )}
    </div>
  );
}
