import { type AdminPage, AdminProvider, type AdminSearch } from '@isola/admin/react';
import { createAdminSessionStore, hasPermission, superAdminRole } from '@isola/auth';
import { useAdminSession, useAuth } from '@isola/auth/react';
import { Link as UiLink } from '@isola/ui/link';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { requireAuth } from '#backend/open-auth.ts';
import { PageLink } from '#shell/page-link.tsx';
import { useLocale } from '#shell/use-locale.ts';
import { useToast } from '#shell/use-toast.ts';

import { keepAdminAccess, useAdminApi } from './admin-access.ts';

const pageIds = {
  users: 'adminUsers',
  webhooks: 'webhookDebug',
  payments: 'paymentLogs',
  settings: 'adminSettings',
} as const satisfies Record<AdminPage, string>;

/**
 * Provides the administration pages with everything they need from the site: the database, the URL's search parameters,
 * links and the proof of identity.
 */
export function AdminEnvironment({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const toast = useToast();
  const navigate = useNavigate();
  const session = useAdminSession();
  // While the user proves their identity again there is no session. The hidden page keeps the previous permissions.
  const [admin, setAdmin] = useState(session?.admin ?? { role: '', permissions: [] });
  if (session && session.admin !== admin) setAdmin(session.admin);
  // The router parses values that look like JSON. The pages expect all values as strings.
  const parsed: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const search: AdminSearch = Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const state = useAuth();
  const api = useAdminApi();
  if (!api) return null;
  return (
    <AdminProvider
      api={api}
      locale={locale}
      may={(permission) => hasPermission(admin, permission)}
      isSuperAdmin={admin.role === superAdminRole}
      isDevelopment={import.meta.env.DEV}
      search={search}
      setSearch={(next) =>
        void navigate({
          to: '.',
          search: Object.fromEntries(Object.entries({ ...search, ...next }).filter(([, value]) => value)) as never,
          resetScroll: false,
          // A transition would hold back letters that are typed into a filter.
          viewTransition: false,
        })
      }
      linkTo={linkTo}
      needsProof={async () => {
        const access = await (await requireAuth()).openAdminSession();
        if (state.status === 'signed-in') keepAdminAccess(state.user.id, access);
        return access !== 'open';
      }}
      Proof={Proof}
      announce={(title) => toast({ tone: 'success', title })}
    >
      {children}
    </AdminProvider>
  );
}

function linkTo(page: AdminPage, search: AdminSearch, words: ReactNode): ReactNode {
  return (
    <UiLink asChild variant="quiet">
      <PageLink page={pageIds[page]} search={search as never}>
        {words}
      </PageLink>
    </UiLink>
  );
}

/**
 * Asks an administrator to prove their identity again: clears the administrator's session in the browser, whereupon
 * `AdminGate` hides the page, asks for the missing proof and shows the page again.
 */
function Proof({ onProven }: { onProven: () => void }) {
  const isOpen = useAdminSession() !== undefined;
  const wasAsked = useRef(false);
  const goOn = useRef(onProven);
  useEffect(() => {
    if (!wasAsked.current) createAdminSessionStore().clear();
    else if (isOpen) goOn.current();
    wasAsked.current = true;
  }, [isOpen]);
  return null;
}
