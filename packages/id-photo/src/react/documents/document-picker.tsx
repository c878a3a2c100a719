import { type DocumentId, documentIds, documents, type DocumentSpec } from '@isola/photo-specs/documents';
import { Button } from '@isola/ui/button';
import { Combobox, type ComboboxOption } from '@isola/ui/combobox';
import { Field } from '@isola/ui/field';
import { useMemo, useState } from 'react';

import { outputSize } from '../../placement/place-head.ts';
import { useWords } from '../use-words.ts';

export interface DocumentPickerProps {
  value: DocumentId;
  onChange: (id: DocumentId) => void;
  /** Documents that were used on this device, the most recent first. */
  recent: readonly DocumentId[];
}

const isDocumentId = (id: string): id is DocumentId => id in documents;

/** Searches the documents by name, country or size, in the page’s language. */
export function DocumentPicker({ value, onChange, recent }: DocumentPickerProps) {
  const words = useWords();
  const { t } = words;
  // Rendering the whole list takes as long as the rest of the page. Until the field is pressed or focused, the list
  // contains only the chosen document.
  const [isReached, setReached] = useState(false);
  const options = useOptions(isReached ? undefined : value);
  const reach = () => setReached(true);
  return (
    <div
      className="flex flex-col gap-3"
      // The field may receive the focus before the application has loaded, so several events count as reaching it.
      onFocusCapture={reach}
      onPointerDownCapture={reach}
      onClickCapture={reach}
      onKeyDownCapture={reach}
      onInputCapture={reach}
    >
      <Field label={t('view.document.label')}>
        <Combobox
          value={value}
          onValueChange={(id) => isDocumentId(id) && onChange(id)}
          options={options}
          placeholder={t('view.document.search')}
          emptyText={t('view.document.none')}
          className="pointer-coarse:[&_[data-slot=input]]:h-11"
        />
      </Field>
      {recent.some((id) => id !== value) && (
        <div>
          <p className="text-12 text-faint">{t('view.document.recent')}</p>
          <ul className="mt-1.5 flex flex-wrap gap-1.5">
            {recent
              .filter((id) => id !== value)
              .map((id) => (
                <li key={id}>
                  <Button wrap size="sm" className="text-start pointer-coarse:min-h-11" onClick={() => onChange(id)}>
                    {words.fullName(id)}
                  </Button>
                </li>
              ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/**
 * Returns the options of the list, grouped by country. Countries are sorted by name, and the documents of a country
 * stay together.
 * @param only the only document to return. Without it, all are returned.
 */
function useOptions(only?: DocumentId): ComboboxOption[] {
  const words = useWords();
  const { locale, t } = words;
  return useMemo(() => {
    const optionOf = (id: DocumentId) => {
      const document: DocumentSpec = documents[id];
      const country = words.countryOf(id);
      const fullName = words.fullName(id);
      const facts = [
        document.size && words.sizeMm(document.size),
        words.sizePx(outputSize(document, 0, 300)),
        `${t('figure.editing')}: ${t(`view.edited.${document.editing ?? 'ask'}`)}`,
      ];
      return {
        value: id,
        label: words.documentName(id),
        inputText: fullName,
        detail: facts.filter(Boolean).join(' · '),
        group: country,
        keywords: [country, fullName, ...facts.filter((fact) => fact !== undefined)],
      };
    };
    if (only !== undefined) return [optionOf(only)];
    const { compare } = new Intl.Collator(locale);
    return documentIds.map(optionOf).toSorted((one, other) => compare(one.group, other.group));
    // `words` is left out: it changes only with the language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [locale, only]);
}
