import { hasPermission } from '@isola/auth';
import { useAdminSession } from '@isola/auth/react';
import { formatTime } from '@isola/i18n';
import { Link as UiLink } from '@isola/ui/link';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { AuthGate } from '#shell/account/auth-gate.tsx';
import { PageFrame, type PageFrameProps } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';
import { useLocale } from '#shell/use-locale.ts';

import { AdminEnvironment } from './admin-environment.tsx';
import { AdminGate } from './admin-gate.tsx';

/**
 * The administration's pages, in the order in which they are listed, with the permission that each needs. The dashboard
 * shows what one may see, and among the settings everybody has a second factor of their own.
 */
const adminPages = [
  { id: 'adminDashboard' },
  { id: 'adminUsers', permission: 'users.read' },
  { id: 'adminRevenue', permission: 'revenue.read' },
  { id: 'adminSettings' },
  { id: 'webhookDebug', permission: 'webhooks.read' },
] as const satisfies readonly { readonly id: PageFrameProps['page']; readonly permission?: string }[];

export interface AdminFrameProps extends Pick<PageFrameProps, 'page' | 'heading'> {
  /** Drawn for administrators alone, once their identity is proven, beneath the way to the other pages. */
  children?: ReactNode;
}

/** A page of the administration: who may see it, and the way to the others. */
export function AdminFrame({ page, heading, children }: AdminFrameProps) {
  const { t } = useTranslation(['admin', 'auth']);
  return (
    <PageFrame page={page} heading={heading} width="wide">
      <AuthGate waiting={t('auth:checking')}>
        <AdminGate>
          <AdminBar current={page} />
          <AdminEnvironment>{children}</AdminEnvironment>
        </AdminGate>
      </AuthGate>
    </PageFrame>
  );
}

/** The way to the other pages, and until when they are open. */
function AdminBar({ current }: { current: PageFrameProps['page'] }) {
  const { t } = useTranslation('admin');
  const locale = useLocale();
  const session = useAdminSession();
  return (
    <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-b border-line pb-3 text-14">
      {current !== 'admin' && (
        <nav aria-label={t('nav.label')}>
          <AdminLinks current={current} className="flex flex-wrap gap-x-5 gap-y-1" />
        </nav>
      )}
      {session && (
        <p className="text-13 text-soft">
          {t('open.until', { time: formatTime(locale, new Date(session.expires_at)) })}
        </p>
      )}
    </div>
  );
}

/** The pages of the administration that this administrator may open. */
export function AdminLinks({ current, className }: { current: PageFrameProps['page']; className: string }) {
  const { t } = useTranslation('pages');
  const admin = useAdminSession()?.admin;
  const allowed = adminPages.filter(
    (each) => !('permission' in each) || (admin !== undefined && hasPermission(admin, each.permission)),
  );
  return (
    <ul className={className}>
      {allowed.map(({ id }) => (
        <li key={id}>
          <UiLink asChild variant="quiet" className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
            <PageLink page={id} {...(id === current && { 'aria-current': 'page' })}>
              {t(`${id}.nav`)}
            </PageLink>
          </UiLink>
        </li>
      ))}
    </ul>
  );
}
