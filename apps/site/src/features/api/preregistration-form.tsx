import { sentenceIn } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BackendError } from '#backend/call-function.ts';
import { siteQueries } from '#backend/site-queries.ts';
import { commonFailures, isCommonFailure } from '#shell/common-failures.ts';
import { useLocale } from '#shell/use-locale.ts';

import { checkEmail, type EmailProblem } from '#backend/check-email.ts';
import { preregister, type Preregistration } from './preregister.ts';

/** Form that registers one email address for early access, and shows the result. */
export function PreregistrationForm() {
  const { t } = useTranslation('api');
  const language = useLocale();
  const [problem, setProblem] = useState<EmailProblem>();
  const registering = useMutation<void, BackendError, Preregistration>(
    {
      mutationFn: preregister,
      // The default mode would pause the request while offline, without a message.
      networkMode: 'always',
    },
    siteQueries,
  );

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('email');
    const check = checkEmail(typeof typed === 'string' ? typed : '');
    if ('email' in check) registering.mutate({ email: check.email, language });
    else setProblem(check.problem);
  };

  if (registering.isSuccess) return <Registered email={registering.variables.email} />;
  return (
    <Form
      errors={problem ? { email: t(`email.${problem}`) } : {}}
      pending={registering.isPending}
      onSubmit={submit}
      onInput={() => setProblem(undefined)}
    >
      <Field name="email" label={t('email.label')} hint={t('email.hint')} required>
        <Input type="email" autoComplete="email" size="lg" />
      </Field>
      {registering.error && <Failure error={registering.error} />}
      <FormActions>
        <Button type="submit" variant="primary" size="lg" loading={registering.isPending}>
          {t('submit')}
        </Button>
      </FormActions>
      <noscript>{t('noScript')}</noscript>
    </Form>
  );
}

/** Confirms the registration and takes the focus, because the form that had it is removed. */
function Registered({ email }: { email: string }) {
  const { t } = useTranslation(['api', 'messages']);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <Banner ref={banner} tabIndex={-1} tone="success" title={t('messages:request.submitted')}>
      {t('done.text', { email })}
    </Banner>
  );
}

function Failure({ error: { code, message } }: { error: BackendError }) {
  const { t } = useTranslation(['api', 'messages']);
  const wording = isCommonFailure(code)
    ? { title: t(`messages:${commonFailures[code]}.title`), text: t(`messages:${commonFailures[code]}.text`) }
    : { title: t(`failure.${code}.title`), text: t(`failure.${code}.text`) };
  const said = code === 'refused' && sentenceIn(message);
  return (
    <Banner tone={code === 'not-offered' ? 'warning' : 'danger'} title={wording.title} data-code={code}>
      {wording.text}
      {said && <q className="mt-1 block">{said}</q>}
    </Banner>
  );
}
