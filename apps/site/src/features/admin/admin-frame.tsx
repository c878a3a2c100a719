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
 * The pages of the administration in the order of the menu, with the permission that each requires. The dashboard
 * requires none because it shows only the permitted figures. The settings require none because each administrator
 * manages their own second factor there.
 */
const adminPages = [
  { id: 'adminDashboard' },
  { id: 'adminUsers', permission: 'users.read' },
  { id: 'adminRevenue', permission: 'revenue.read' },
  { id: 'adminSettings' },
  { id: 'webhookDebug', permission: 'webhooks.read' },
] as const satisfies readonly { readonly id: PageFrameProps['page']; readonly permission?: string }[];

export interface AdminFrameProps extends Pick<PageFrameProps, 'page' | 'heading'> {
  /** Content below the menu. It is rendered only for administrators who have proven their identity. */
  children?: ReactNode;
}

/** Frame of each page of the administration: access control, and the menu of its pages. */
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

/** Menu of the pages, with the time at which the access ends. */
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

/** Links to the pages that this administrator may open. */
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
