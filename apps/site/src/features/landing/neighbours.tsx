import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

import { PageLink } from '#shell/page-link.tsx';

import { Section } from './section.tsx';

/** Pages that can be linked. Each needs the text `neighbour.<id>`. */
export type Neighbour =
  | 'single'
  | 'batch'
  | 'aiBackground'
  | 'removeOnline'
  | 'productPhoto'
  | 'ecommerce'
  | 'idPhoto'
  | 'batchRemove'
  | 'api'
  | 'faq'
  | 'privacy';

/** Links to related pages. */
export function Neighbours({ pages }: { pages: readonly Neighbour[] }) {
  const { t } = useTranslation(['landing', 'pages']);
  return (
    <Section heading={t('landing:neighbours.heading')}>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {pages.map((page) => (
          <li key={page}>
            <UiLink asChild className="text-16 font-medium">
              <PageLink page={page}>{t(`pages:${page}.title`)}</PageLink>
            </UiLink>
            <p className="mt-1 text-13 text-soft">{t(`landing:neighbour.${page}`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
