import { hasPermission } from '@isola/auth';
import { useAdminSession } from '@isola/auth/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { Spinner } from '@isola/ui/spinner';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { requireAuth, requireSupabase } from '#backend/open-auth.ts';
import { siteQueries } from '#backend/site-queries.ts';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { readFailure } from '#shell/account/read-failure.ts';
import { fieldIn } from '#shell/account/typed-email.ts';
import { useToast } from '#shell/use-toast.ts';

import { loadIdentityMinutes, maxIdentityMinutes, saveIdentityMinutes } from './identity-minutes.ts';
import { useAdminAction } from './use-admin-action.ts';

const queryKey = ['identity-minutes'];

/** How long an administrator's password holds before it is asked for again. */
export function IdentitySetting() {
  const { t } = useTranslation('admin');
  const titleId = useId();
  const session = useAdminSession();
  const mayRead = session !== undefined && hasPermission(session.admin, 'settings.read');
  const { data, error } = useQuery(
    {
      queryKey,
      queryFn: async () => loadIdentityMinutes(await requireSupabase()),
      enabled: mayRead,
      networkMode: 'always',
      retry: false,
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
    },
    siteQueries,
  );
  return (
    <section aria-labelledby={titleId} className="mb-12 max-w-110">
      <h2 id={titleId} className="text-16 font-semibold">
        {t('minutes.title')}
      </h2>
      <p className="mt-1 mb-4 text-13 text-soft">{t('minutes.text')}</p>
      {error ? (
        <FailureNotice failure={readFailure(error)} />
      ) : data !== undefined ? (
        <MinutesForm minutes={data} />
      ) : mayRead ? (
        <Spinner aria-label={t('waiting')} />
      ) : (
        <Banner title={t('forbidden.title')}>{t('forbidden.text', { permission: 'settings.read' })}</Banner>
      )}
    </section>
  );
}

function MinutesForm({ minutes }: { minutes: number }) {
  const { t } = useTranslation('admin');
  const toast = useToast();
  const [isMistyped, setIsMistyped] = useState(false);
  const saving = useAdminAction({
    failedTitle: t('minutes.failed'),
    act: saveIdentityMinutes,
    onDone: async (saved) => {
      siteQueries.setQueryData(queryKey, saved);
      toast({ tone: 'success', title: t('minutes.done') });
      // A shorter time ends the access that is open now sooner, too.
      await (await requireAuth()).openAdminSession();
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Number(fieldIn(event.currentTarget, 'minutes'));
    const isRight = Number.isInteger(typed) && typed >= 1 && typed <= maxIdentityMinutes;
    setIsMistyped(!isRight);
    if (isRight) saving.run(typed);
  };
  return (
    <Form
      errors={isMistyped ? { minutes: t('minutes.invalid', { max: maxIdentityMinutes }) } : {}}
      pending={saving.isPending}
      onSubmit={submit}
      onInput={() => setIsMistyped(false)}
    >
      <Field name="minutes" label={t('minutes.label')} hint={t('minutes.hint', { max: maxIdentityMinutes })} required>
        <Input
          size="lg"
          inputMode="numeric"
          className="max-w-40"
          autoComplete="off"
          defaultValue={String(minutes)}
          readOnly={saving.isPending}
        />
      </Field>
      {saving.failure && <FailureNotice failure={saving.failure} />}
      <FormActions>
        <Button type="submit" size="lg" loading={saving.isPending}>
          {t('minutes.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
