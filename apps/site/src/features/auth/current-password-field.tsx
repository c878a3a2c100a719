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
 * Until when this session needs no current password, in milliseconds since 1970. Null where it needs one, and where the
 * server was not reached: it asks for it again if need be.
 * @param failure of the form. A server that asks for the password knows the time better than this device.
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
  /** See `usePasswordFreeUntil`. */
  freeUntil: number | null;
  readOnly: boolean;
}

/** Asks for the current password, as the field `currentPassword`; where none is needed it says until when. */
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
