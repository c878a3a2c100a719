import { formatCurrency } from '@isola/i18n';
import { Accordion, AccordionItem } from '@isola/ui/accordion';
import { Badge } from '@isola/ui/badge';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { PriceCard } from '@isola/ui/price-card';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';
import { useLocale } from '#shell/use-locale.ts';

import { plans } from './plans.ts';

const questions = ['pay', 'limit', 'member'] as const;

/** What there is to have, and what it costs. */
export function MembershipPage() {
  const { t } = useTranslation('membership');
  const locale = useLocale();
  return (
    <PageFrame page="membership" lead={t('lead')}>
      <Banner
        title={t('accounts.title')}
        actions={
          <Button asChild size="sm">
            <PageLink page="auth">{t('accounts.link')}</PageLink>
          </Button>
        }
      >
        {t('accounts.text')}
      </Banner>
      <section aria-labelledby="plans" className="mt-12">
        <h2 id="plans" className="text-22 font-semibold">
          {t('plans.title')}
        </h2>
        <div className="mt-5 grid grid-cols-1 gap-6 sm:grid-cols-2">
          {plans.map(({ id, priceCny, open, page, features }) => (
            <PriceCard
              key={id}
              name={t(`plan.${id}.name`)}
              price={formatCurrency(locale, priceCny, 'CNY')}
              description={t(`plan.${id}.text`)}
              badge={<Badge tone={open ? 'success' : 'neutral'}>{t(`plan.${id}.state`)}</Badge>}
              action={
                <Button asChild variant={open ? 'primary' : 'secondary'} size="lg">
                  <PageLink page={page}>{t(`plan.${id}.action`)}</PageLink>
                </Button>
              }
              features={features.map(({ id, made }) => ({ text: t(`feature.${id}`), included: made }))}
              includedLabel={t('included')}
              excludedLabel={t('excluded')}
              note={t('plan.note')}
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="questions" className="mt-12">
        <h2 id="questions" className="mb-4 text-22 font-semibold">
          {t('questions.title')}
        </h2>
        <Accordion>
          {questions.map((each) => (
            <AccordionItem key={each} title={t(`question.${each}.title`)}>
              {t(`question.${each}.text`)}
            </AccordionItem>
          ))}
        </Accordion>
      </section>
    </PageFrame>
  );
}
