import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { AdminError } from '../api/admin-error.ts';
import { useAdmin } from './admin-context.tsx';
import { useAdminNames } from './use-names.ts';

/** The codes that have words of their own. */
const worded = [
  'network',
  'forbidden',
  'missing',
  'invalid',
  'last-super-admin',
  'charged-elsewhere',
  'no-plan',
  'not-super-admin',
  'super-admin',
  'until-passed',
  'own-account',
  'no-such-user',
  'already-confirmed',
  'too-many-requests',
  'second-factor-first',
  'too-many-attempts',
  'not-enrolled',
  'not-begun',
  'already-enrolled',
  'secret-lost',
  'session-missing',
] as const;

/** What went wrong, in the reader's words and the server's own, with a way to try again. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const { t } = useTranslation('admin');
  const code = error instanceof AdminError ? error.code : 'refused';
  const known = worded.find((each) => each === code);
  return (
    <Banner
      tone="danger"
      data-code={code}
      title={t(`failed.${known ?? 'refused'}`)}
      className="text-start"
      actions={
        retry && (
          <Button size="sm" onClick={retry} className="pointer-coarse:h-11">
            {t('failed.retry')}
          </Button>
        )
      }
    >
      {code !== 'network' && code !== 'forbidden' && error.message}
    </Banner>
  );
}

/** Its content for those who have the permission; for others what is missing. */
export function Guarded({ permission, children }: { permission: string; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const { may } = useAdmin();
  const names = useAdminNames();
  if (may(permission)) return children;
  return (
    <Banner title={t('forbidden.title')} data-permission={permission}>
      {t('forbidden.text', { permission: names.permission(permission) })}
    </Banner>
  );
}
