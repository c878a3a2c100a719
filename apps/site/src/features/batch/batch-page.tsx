import { Badge } from '@isola/ui/badge';
import { Button } from '@isola/ui/button';
import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

import chairUrl from './pictures/chair.webp';
import lampUrl from './pictures/lamp.webp';
import mugUrl from './pictures/mug.webp';
import plantUrl from './pictures/plant.webp';

const cutouts = [mugUrl, chairUrl, plantUrl, lampUrl];
const plan = ['count', 'states', 'look', 'zip', 'resume', 'local'] as const;

/** What batch will be, and what to do until then. */
export function BatchPage() {
  const { t } = useTranslation('batch');
  return (
    <PageFrame page="batch" lead={t('lead')} width="wide">
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-2">
        <div>
          <section aria-labelledby="now" className="border-t border-line pt-6">
            <h2 id="now" className="text-22 font-semibold">
              {t('now.heading')}
            </h2>
            <p className="mt-3 text-16 text-soft">{t('now.text')}</p>
            <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4">
              <Button asChild variant="primary" size="lg">
                <PageLink page="single">{t('now.single')}</PageLink>
              </Button>
              <UiLink asChild>
                <PageLink page="batchRemove">{t('now.guide')}</PageLink>
              </UiLink>
            </div>
          </section>
          <section aria-labelledby="plan" className="mt-10 border-t border-line pt-6">
            <div className="flex flex-wrap items-center gap-3">
              <h2 id="plan" className="text-22 font-semibold">
                {t('plan.heading')}
              </h2>
              <Badge tone="accent">{t('making')}</Badge>
            </div>
            <dl className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2">
              {plan.map((id) => (
                <div key={id}>
                  <dt className="text-14 font-semibold">{t(`plan.${id}.title`)}</dt>
                  <dd className="mt-1 text-14 text-soft">{t(`plan.${id}.text`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
        <figure>
          <div
            role="img"
            aria-label={t('picture.alt')}
            className="grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-checker"
          >
            {cutouts.map((url) => (
              <img key={url} src={url} alt="" width="480" height="480" className="h-auto w-full p-3" />
            ))}
          </div>
          <figcaption className="mt-3 text-13 text-faint">{t('picture.caption')}</figcaption>
        </figure>
      </div>
    </PageFrame>
  );
}
