import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { PageLink } from '#shell/page-link.tsx';
import { samples } from '#tool/samples.ts';

/** Landing pages, each with the sample image shown next to its link. */
const purposes = [
  { page: 'idPhoto', sample: 'figure' },
  { page: 'productPhoto', sample: 'shoe' },
  { page: 'ecommerce', sample: 'headphones' },
  { page: 'batchRemove', sample: 'plant' },
  { page: 'removeOnline', sample: 'creature' },
] as const;

/** Links to the landing pages, each of which is about one use of cutouts. */
export function Purposes() {
  const { t } = useTranslation(['home', 'pages']);
  return (
    <section
      aria-labelledby="home-purposes"
      className="grid gap-x-16 gap-y-6 border-t border-line py-14 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div>
        <h2 id="home-purposes" className="text-28 font-semibold">
          {t('home:purposes.title')}
        </h2>
        <p className="mt-3 max-w-100 text-soft">{t('home:purposes.lead')}</p>
      </div>
      <ul>
        {purposes.map(({ page, sample }) => (
          <li key={page} className="border-t border-line first:border-t-0">
            <PageLink page={page} className="group flex items-center gap-4 rounded-sm py-4 lg:first:pt-2">
              <img
                src={samples[sample]}
                alt=""
                width="52"
                height="52"
                loading="lazy"
                className="size-13 flex-none rounded-md border border-line object-cover"
              />
              <span className="min-w-0 flex-1">
                <span className="block text-16 font-medium group-hover:text-accent-ink">
                  {t(`pages:${page}.title`)}
                </span>
                <span className="mt-0.5 block text-soft">{t(`home:purpose.${page}`)}</span>
              </span>
              <ArrowRight aria-hidden className="size-5 text-faint group-hover:text-accent-ink" />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
