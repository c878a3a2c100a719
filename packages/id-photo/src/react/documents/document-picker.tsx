import {
  defaultDocumentId,
  type DocumentId,
  documentIds,
  documents,
  type DocumentSpec,
} from '@isola/photo-specs/documents';
import { Button } from '@isola/ui/button';
import { Combobox, type ComboboxOption } from '@isola/ui/combobox';
import { Field } from '@isola/ui/field';
import { Ruler } from 'lucide-react';
import { useMemo, useState } from 'react';

import { outputSize } from '../../placement/place-head.ts';
import type { ChosenId } from '../photo-work.ts';
import { useWords } from '../use-words.ts';
import { CountryFlag } from './country-flag.tsx';
import { visitorCountry } from './visitor-country.ts';

export interface DocumentPickerProps {
  value: ChosenId;
  onChange: (id: ChosenId) => void;
  /** Documents that were used on this device, the most recent first. */
  recent: readonly ChosenId[];
}

const isChosenId = (id: string): id is ChosenId => id === 'own' || id in documents;

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
          onValueChange={(id) => isChosenId(id) && onChange(id)}
          options={options}
          placeholder={t('view.document.search')}
          emptyText={t('view.document.none')}
          sheet={{ title: t('view.document.label'), close: t('view.document.close') }}
          className="pointer-coarse:[&_[data-slot=input]]:h-11"
        />
      </Field>
      {value !== 'own' && (
        <Button
          variant="ghost"
          size="sm"
          className="-ms-2.5 self-start pointer-coarse:min-h-11"
          onClick={() => onChange('own')}
        >
          <Ruler aria-hidden />
          {t('view.own')}
        </Button>
      )}
      {recent.some((id) => id !== value && id !== 'own') && (
        <div>
          <p className="text-12 text-faint">{t('view.document.recent')}</p>
          <ul className="mt-1.5 flex flex-wrap gap-1.5">
            {recent
              .filter((id) => id !== value && id !== 'own')
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
 * Returns the options of the list, grouped by country. The visitor's country comes first and the own size last; the
 * other countries are sorted by name, and the documents of a country stay together.
 * @param only the only document to return. Without it, all are returned.
 */
function useOptions(only?: ChosenId): ComboboxOption[] {
  const words = useWords();
  const { locale, t } = words;
  return useMemo(() => {
    const own: ComboboxOption = { value: 'own', label: t('view.own'), detail: t('view.own.detail') };
    const optionOf = (id: DocumentId) => {
      const document: DocumentSpec = documents[id];
      const country = words.countryOf(id);
      const fullName = words.fullName(id);
      const facts = [
        document.size && words.sizeMm(document.size),
        words.sizePx(outputSize(document, 0, 300)),
        document.editing && `${t('figure.editing')}: ${t(`view.edited.${document.editing}`)}`,
      ].filter((fact) => fact !== undefined);
      return {
        value: id,
        label: words.documentName(id),
        inputText: fullName,
        detail: facts.join(' · '),
        group: country,
        groupSign: <CountryFlag country={document.country} />,
        keywords: [country, fullName, ...facts],
      };
    };
    if (only !== undefined) return [only === 'own' ? own : optionOf(only)];
    const { compare } = new Intl.Collator(locale);
    const home = visitorCountry(locale) ?? documents[defaultDocumentId(locale)].country;
    const rank = (id: string) => (isChosenId(id) && id !== 'own' && documents[id].country === home ? 0 : 1);
    const all = documentIds
      .map(optionOf)
      .toSorted((one, other) => rank(one.value) - rank(other.value) || compare(one.group, other.group));
    return [...all, own];
    // `words` is left out: it changes only with the language.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [locale, only]);
}
