import { useAuth } from '@isola/auth/react';
import { formatTime } from '@isola/i18n';
import { Link as UiLink } from '@isola/ui/link';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { requireAuth } from '#backend/open-auth.ts';
import { siteQueries } from '#backend/site-queries.ts';
import { PageLink } from '#shell/page-link.tsx';
import { useLocale } from '#shell/use-locale.ts';

import { PasswordField } from '#shell/account/password-field.tsx';
import type { Failure } from '#shell/account/read-failure.ts';

/**
 * Returns the time until which this session may make changes without the current password, in milliseconds since 1970.
 * Null when the password is required. Also null while the server has not answered; it refuses a change that lacks the
 * password.
 * @param failure failure of the form. When the server requires the password, the time is fetched again, because this
 *   device's clock may be wrong.
 */
export function usePasswordFreeUntil(failure: Failure | undefined): number | null {
  const state = useAuth();
  const signedInAt = state.status === 'signed-in' ? state.user.last_sign_in_at : undefined;
  const { data, refetch } = useQuery(
    {
      queryKey: ['password-free-until', signedInAt],
      queryFn: async () => (await requireAuth()).passwordFreeUntil(),
      networkMode: 'always',
      retry: false,
      staleTime: 0,
      refetchInterval: ({ state: query }) => (query.data ? Math.max(1_000, query.data - Date.now()) : false),
    },
    siteQueries,
  );
  const isAsked = failure?.code === 'password-required';
  useEffect(() => {
    if (isAsked) void refetch();
  }, [isAsked, refetch]);
  return data ?? null;
}

export interface CurrentPasswordFieldProps {
  /** Result of `usePasswordFreeUntil`. */
  freeUntil: number | null;
  readOnly: boolean;
}

/** Field `currentPassword` for the current password. When it is not required, shows until when. */
export function CurrentPasswordField({ freeUntil, readOnly }: CurrentPasswordFieldProps) {
  const { t } = useTranslation('auth');
  const locale = useLocale();
  if (freeUntil !== null) {
    return (
      <p className="text-13 text-soft">
        {t('account.current.free', { time: formatTime(locale, new Date(freeUntil)) })}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <PasswordField kind="current" name="currentPassword" label={t('account.current.label')} readOnly={readOnly} />
      <p className="text-13">
        <UiLink asChild className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
          <PageLink page="authForgot">{t('account.current.forgot')}</PageLink>
        </UiLink>
      </p>
    </div>
  );
}
