import { Badge } from '@isola/ui/badge';
import { Button } from '@isola/ui/button';
import { LockKeyhole, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

import vaseUrl from './pictures/vase.webp';

const plan = ['words', 'four', 'apply'] as const;
const travel = [
  { id: 'words', Icon: Send },
  { id: 'photo', Icon: LockKeyhole },
] as const;
const examples = ['wood', 'stone', 'studio', 'garden'] as const;

/** What backgrounds from words will be, and what to do until then. */
export function AiBackgroundPage() {
  const { t } = useTranslation('ai-background');
  return (
    <PageFrame page="aiBackground" lead={t('lead')} width="wide">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <section aria-labelledby="now" className="border-t border-line pt-6">
            <h2 id="now" className="text-22 font-semibold">
              {t('now.heading')}
            </h2>
            <p className="mt-3 text-16 text-soft">{t('now.text')}</p>
            <p className="mt-6">
              <Button asChild variant="primary" size="lg">
                <PageLink page="single">{t('now.single')}</PageLink>
              </Button>
            </p>
          </section>
          <section aria-labelledby="travel" className="mt-10 border-t border-line pt-6">
            <h2 id="travel" className="text-22 font-semibold">
              {t('travel.heading')}
            </h2>
            <ul className="mt-4 flex flex-col gap-4">
              {travel.map(({ id, Icon }) => (
                <li key={id} className="flex gap-3">
                  <Icon aria-hidden className="mt-0.5 size-5 text-faint" />
                  <p className="text-14">
                    <span className="block font-semibold">{t(`travel.${id}.title`)}</span>
                    <span className="text-soft">{t(`travel.${id}.text`)}</span>
                  </p>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <figure>
          <img
            src={vaseUrl}
            alt={t('picture.alt')}
            width="900"
            height="600"
            className="h-auto w-full rounded-lg border border-line bg-checker"
          />
          <figcaption className="mt-3 text-13 text-faint">{t('picture.caption')}</figcaption>
        </figure>
      </div>
      <div className="mt-14 grid gap-x-16 gap-y-12 border-t border-line pt-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <section aria-labelledby="plan">
          <div className="flex flex-wrap items-center gap-3">
            <h2 id="plan" className="text-22 font-semibold">
              {t('plan.heading')}
            </h2>
            <Badge tone="accent">{t('making')}</Badge>
          </div>
          <dl className="mt-6 flex flex-col gap-6">
            {plan.map((id) => (
              <div key={id}>
                <dt className="text-14 font-semibold">{t(`plan.${id}.title`)}</dt>
                <dd className="mt-1 text-14 text-soft">{t(`plan.${id}.text`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="examples">
          <h2 id="examples" className="text-22 font-semibold">
            {t('examples.heading')}
          </h2>
          <ul className="mt-6 divide-y divide-line border-y border-line">
            {examples.map((id) => (
              <li key={id} className="py-3 text-16 text-soft">
                {t(`example.${id}`)}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </PageFrame>
  );
}
