import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

export interface PageContentsProps {
  /** Headings of the page. `id` is the heading's. */
  sections: readonly { readonly id: string; readonly name: string }[];
}

/** Table of contents of a reference page. On wide screens it is a sticky column next to the content. */
export function PageContents({ sections }: PageContentsProps) {
  const { t } = useTranslation('api-reference');
  return (
    <nav aria-label={t('nav.label')} className="lg:sticky lg:top-8 lg:self-start">
      <p aria-hidden className="mb-2 text-12 text-faint">
        {t('nav.label')}
      </p>
      <ul className="flex flex-col">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <UiLink variant="quiet" href={`#${id}`} className="block py-1.5">
              {name}
            </UiLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
