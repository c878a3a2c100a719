import { formatNumber, sentenceIn } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Form, FormActions } from '@isola/ui/form';
import { Input } from '@isola/ui/input';
import { Textarea } from '@isola/ui/textarea';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BackendError } from '#backend/call-function.ts';
import { siteQueries } from '#backend/site-queries.ts';
import { commonFailures, isCommonFailure } from '#shell/common-failures.ts';
import { useLocale } from '#shell/use-locale.ts';

import { checkFeedback, type FeedbackProblems, textLimits } from './check-feedback.ts';
import { CopyButton } from './copy-button.tsx';
import { changeDraft, draftKey, emptyDraft, feedbackDraft } from './feedback-draft.ts';
import { type Feedback, sendFeedback } from './send-feedback.ts';
import { useFeedbackDraft } from './use-feedback-draft.ts';

/** Feedback form. The draft stays saved until the server has received it. */
export function FeedbackForm() {
  const { t } = useTranslation('feedback');
  const language = useLocale();
  const page = useLocation({ select: ({ pathname }) => pathname });
  const form = useRef<HTMLFormElement>(null);
  const draft = useFeedbackDraft(form);
  const [problems, setProblems] = useState<FeedbackProblems>({});
  const sending = useMutation<void, BackendError, Feedback>(
    {
      mutationFn: sendFeedback,
      // The default mode would pause the request while offline, without a message.
      networkMode: 'always',
      // A draft that was changed while the feedback was on its way no longer has the key, and stays.
      onSuccess: (_, { key }) => {
        if (feedbackDraft.getState().key === key) changeDraft(emptyDraft);
      },
    },
    siteQueries,
  );

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkFeedback(draft);
    setProblems(found);
    if (found.text || found.email) return;
    const email = draft.email.trim();
    sending.mutate({ text: draft.text.trim(), ...(email && { email }), language, page, key: draftKey() });
  };

  return (
    <>
      {sending.isSuccess && <Submitted />}
      <Form
        ref={form}
        errors={{
          ...(problems.text && { text: t(`text.${problems.text}`) }),
          ...(problems.email && { email: t(`email.${problems.email}`) }),
        }}
        pending={sending.isPending}
        onSubmit={submit}
      >
        <Field name="text" label={t('text.label')} hint={t('text.hint')} required>
          <Textarea
            rows={8}
            maxRows={20}
            maxLength={textLimits.max}
            counterLabel={(used, max) =>
              t('text.counter', { used: formatNumber(language, used), max: formatNumber(language, max) })
            }
            value={draft.text}
            readOnly={sending.isPending}
            onValueChange={(text) => {
              changeDraft({ ...draft, text });
              setProblems(({ email }) => (email ? { email } : {}));
            }}
          />
        </Field>
        <Field
          name="email"
          label={t('email.label')}
          optionalLabel={t('email.optional')}
          hint={t('email.hint')}
          className="max-w-100"
        >
          <Input
            type="email"
            autoComplete="email"
            value={draft.email}
            readOnly={sending.isPending}
            onValueChange={(email) => {
              changeDraft({ ...draft, email });
              setProblems(({ text }) => (text ? { text } : {}));
            }}
          />
        </Field>
        {sending.error && <Failure error={sending.error} text={draft.text} />}
        <FormActions>
          <Button type="submit" variant="primary" size="lg" loading={sending.isPending}>
            {t('submit')}
          </Button>
        </FormActions>
        <p className="text-13 text-soft">{t('note')}</p>
        <noscript>{t('noScript')}</noscript>
      </Form>
    </>
  );
}

/** Confirms that the feedback was sent, and takes the focus from the button of the cleared form. */
function Submitted() {
  const { t } = useTranslation(['feedback', 'messages']);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <Banner
      ref={banner}
      tabIndex={-1}
      tone="success"
      title={t('messages:feedback.submitted')}
      className="mb-8 scroll-mt-8"
    >
      {t('done.text')}
    </Banner>
  );
}

function Failure({ error: { code, message }, text }: { error: BackendError; text: string }) {
  const { t } = useTranslation(['feedback', 'messages']);
  const wording = isCommonFailure(code)
    ? { title: t(`messages:${commonFailures[code]}.title`), text: t(`messages:${commonFailures[code]}.text`) }
    : { title: t(`failure.${code}.title`), text: t(`failure.${code}.text`) };
  const said = code === 'refused' && sentenceIn(message);
  return (
    <Banner
      tone={code === 'not-offered' ? 'warning' : 'danger'}
      title={wording.title}
      data-code={code}
      actions={code === 'not-offered' && <CopyButton text={text} />}
    >
      {wording.text}
      {said && <q className="mt-1 block">{said}</q>}
    </Banner>
  );
}
