import { queryState } from '@isola/membership/react';
import { Badge } from '@isola/ui/badge';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Skeleton } from '@isola/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useAdmin } from '../admin-context.tsx';
import { adminKey, adminQueries } from '../admin-queries.ts';
import { Section } from '../facts.tsx';
import { Failure } from '../failure.tsx';
import { CodeForm } from '../second-factor/code-form.tsx';
import { FactorSetup } from '../second-factor/factor-setup.tsx';
import { useProven } from '../use-proven.tsx';

/** Number of recovery codes below which a warning is shown. */
const fewCodes = 3;

/** Sets up and removes the administrator's own second factor. */
export function SecondFactorSection() {
  const { t } = useTranslation('admin');
  const { api, announce } = useAdmin();
  const queryClient = useQueryClient();
  const { data, error, retry } = queryState(useQuery(adminQueries(api).secondFactor()));
  const [isRemoving, setIsRemoving] = useState(false);
  // `data` is fetched again only after the recovery codes were saved. Until then it still reports no factor.
  const [isJustSetUp, setJustSetUp] = useState(false);
  const { call, proof } = useProven();
  if (error) return <Failure error={error} retry={retry} />;
  if (!data) return <Skeleton aria-busy className="h-24" />;
  const finish = async (words: string) => {
    setIsRemoving(false);
    setJustSetUp(false);
    await queryClient.invalidateQueries({ queryKey: adminKey(api.userId) });
    announce(words);
  };
  const left = data.recovery_codes_left;
  const isSetUp = data.enrolled || isJustSetUp;
  return (
    <Section title={t('factor.title')}>
      <p className="mb-3 max-w-160 text-14 text-soft">{t('factor.text')}</p>
      <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={isSetUp ? 'success' : 'neutral'}>{t(isSetUp ? 'factor.on' : 'factor.off')}</Badge>
        {data.enrolled && <span className="text-13 text-soft">{t('factor.codesLeft', { count: left })}</span>}
      </p>
      {data.enrolled && left < fewCodes && (
        <Banner tone="warning" title={t('factor.fewCodes')} className="mb-5 max-w-160">
          {t('factor.renew')}
        </Banner>
      )}
      {!data.enrolled && (
        <FactorSetup
          api={api}
          proven={call}
          onEnrolled={() => setJustSetUp(true)}
          onDone={() => finish(t('factor.setUpDone'))}
        />
      )}
      {data.enrolled && !isRemoving && (
        <Button onClick={() => setIsRemoving(true)} className="pointer-coarse:h-11">
          {t('factor.remove.open')}
        </Button>
      )}
      {data.enrolled && isRemoving && (
        <div className="max-w-120">
          <h3 className="text-16 font-semibold">{t('factor.remove.title')}</h3>
          <p className="mt-2 mb-5 text-soft">{t(data.required ? 'factor.remove.required' : 'factor.remove.text')}</p>
          <CodeForm
            submit={t('factor.remove.confirm')}
            withRecovery
            take={async (code) => {
              await call(() => api.removeSecondFactor(code));
              await finish(t('factor.remove.done'));
            }}
            actions={
              <Button size="lg" onClick={() => setIsRemoving(false)}>
                {t('action.cancel')}
              </Button>
            }
          />
        </div>
      )}
      {proof}
    </Section>
  );
}
