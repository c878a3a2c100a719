import { useAuth } from '@isola/auth/react';
import { download } from '@isola/files';
import { createMembershipApi, type MembershipApi } from '@isola/membership';
import { membershipKey, type MembershipPage, MembershipProvider, type PaymentForm } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { Link as UiLink } from '@isola/ui/link';
import { Skeleton } from '@isola/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { requireSupabase } from '#backend/open-auth.ts';
import { forgetPreviousUser, siteQueries } from '#backend/site-queries.ts';
import { AuthGate } from '#shell/account/auth-gate.tsx';
import { PageLink } from '#shell/page-link.tsx';
import { useLocale } from '#shell/use-locale.ts';
import { useToast } from '#shell/use-toast.ts';

import { SubscriptionSync } from './subscription-sync.tsx';

forgetPreviousUser(membershipKey);

const pageIds = {
  membership: 'membership',
  manage: 'membershipManage',
  payments: 'paymentLogs',
  'sign-in': 'auth',
  account: 'authAccount',
  single: 'single',
} as const satisfies Record<MembershipPage, string>;

/** Provides the membership pages with everything they need from the site: the database, the account and links. */
export function MembershipEnvironment({ children }: { children: ReactNode }) {
  const { t } = useTranslation('auth');
  return (
    <AuthGate waiting={t('checking')}>
      <Opened>{children}</Opened>
    </AuthGate>
  );
}

function Opened({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const toast = useToast();
  const [checkout] = useState(() => new URLSearchParams(location.search).get('checkout'));
  const state = useAuth();
  const userId = state.status === 'signed-in' ? state.user.id : null;
  const { data: api } = useQuery<MembershipApi>(
    {
      queryKey: ['membership-api', userId],
      queryFn: async () => createMembershipApi(await requireSupabase(), userId),
      networkMode: 'always',
      staleTime: Infinity,
    },
    siteQueries,
  );
  if (!api) return <Skeleton className="h-64" />;
  return (
    <MembershipProvider
      api={api}
      locale={locale}
      checkout={checkout}
      linkTo={linkTo}
      leaveTo={leaveTo}
      announce={(title) => toast({ tone: 'success', title })}
      loadInvoiceFonts={async () => (await import('./invoice-fonts.ts')).typefacesFor(locale)}
      saveFile={(name, file) => download(file, name)}
      saveTable={async (name, rows) => (await import('@isola/files/csv')).saveCsv(rows, name)}
    >
      <SubscriptionSync api={api} />
      {children}
    </MembershipProvider>
  );
}

function linkTo(page: MembershipPage, words: ReactNode, look: 'link' | 'primary' | 'secondary' = 'link'): ReactNode {
  // After the sign-in, the member comes back to the page from which they went there.
  const search = page === 'sign-in' ? { next: location.pathname + location.search } : {};
  const link = (
    <PageLink page={pageIds[page]} search={search as never}>
      {words}
    </PageLink>
  );
  if (look === 'link') return <UiLink asChild>{link}</UiLink>;
  return (
    <Button asChild wrap variant={look} size="lg" className="text-center">
      {link}
    </Button>
  );
}

/**
 * Opens the payment provider's page, either by its URL or by submitting a form. The server's setting
 * `PAYMENT_FORM_ORIGINS` lists the origins to which a form may be posted.
 */
function leaveTo(url: string, sent?: PaymentForm): void {
  if (!sent) return location.assign(url);
  const form = document.createElement('form');
  form.action = url;
  form.method = sent.method;
  for (const [name, value] of Object.entries(sent.fields)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
