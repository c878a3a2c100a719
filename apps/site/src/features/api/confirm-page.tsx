import { Banner, type BannerTone } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BackendError } from '#backend/call-function.ts';
import { siteQueries } from '#backend/site-queries.ts';
import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

import { type Confirmation, confirmPreregistration } from './confirm-preregistration.ts';

/**
 * Page that the link in the email of a pre-registration opens. Only the button uses the link up, because mail scanners
 * open pages too.
 */
export function ConfirmPage() {
  const { t } = useTranslation('api');
  return (
    <PageFrame page="apiConfirm" lead={t('confirm.lead')}>
      <div className="max-w-110">
        <Confirm />
      </div>
    </PageFrame>
  );
}

function Confirm() {
  const { t } = useTranslation('api');
  // Undefined while prerendering and until the effect has read the URL.
  const [token, setToken] = useState<string | null>();
  const confirming = useMutation<Confirmation, BackendError, string>(
    {
      mutationFn: confirmPreregistration,
      // The default mode would pause the request while offline, without a message.
      networkMode: 'always',
    },
    siteQueries,
  );
  const { reset } = confirming;
  useEffect(() => {
    const take = () => {
      const next = readToken();
      // A link opened in this tab changes only the fragment of the URL, which does not reload the page.
      if (next === null) return setToken((before) => before ?? null);
      reset();
      setToken(next);
      // The token must not stay in the address bar or the history.
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [reset]);

  if (confirming.data) return <Outcome outcome={confirming.data} />;
  if (token === null) {
    return (
      <Banner title={t('confirm.needed.title')} actions={<ToApi label={t('confirm.back')} />}>
        {t('confirm.needed.text')}
      </Banner>
    );
  }
  return (
    <div className="flex flex-col items-start gap-6">
      <p>{t('confirm.text')}</p>
      {confirming.error && (
        <Banner tone="danger" role="alert" title={t('confirm.failure.title')} data-code={confirming.error.code}>
          {t('confirm.failure.text')}
        </Banner>
      )}
      <Button
        variant="primary"
        size="lg"
        disabled={token === undefined}
        loading={confirming.isPending}
        onClick={() => token && confirming.mutate(token)}
      >
        {t('confirm.submit')}
      </Button>
      <noscript>{t('noScript')}</noscript>
    </div>
  );
}

const tones: Readonly<Record<Confirmation, BannerTone>> = {
  confirmed: 'success',
  'already-confirmed': 'success',
  'link-expired': 'warning',
};

/** Shows the result and takes the focus, because the button that had it is removed. */
function Outcome({ outcome }: { outcome: Confirmation }) {
  const { t } = useTranslation('api');
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <Banner
      ref={banner}
      tabIndex={-1}
      tone={tones[outcome]}
      data-outcome={outcome}
      title={t(`confirm.${outcome}.title`)}
      actions={<ToApi label={t(outcome === 'link-expired' ? 'confirm.again' : 'confirm.back')} />}
    >
      {t(`confirm.${outcome}.text`)}
    </Banner>
  );
}

function ToApi({ label }: { label: string }) {
  return (
    <Button asChild size="sm" className="pointer-coarse:h-11">
      <PageLink page="api">{label}</PageLink>
    </Button>
  );
}

/** Returns the token in the URL's fragment; null without one. */
function readToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}
