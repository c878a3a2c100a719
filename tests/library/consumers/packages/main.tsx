import './styles.css';

import { type AuthClient, createAuthClient, createSupabase, hasPermission } from '@isola/auth';
import { AuthProvider, useAuth } from '@isola/auth/react';
import { createI18n, formatMegabytes } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words/editor';
import { Button } from '@isola/ui/button';
import { Dialog, DialogContent, DialogTrigger } from '@isola/ui/dialog';
import type { i18n } from 'i18next';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';

import { middleOnWhite } from './compose.js';

function Page({ size }: { size: string }) {
  const { t } = useTranslation('tool');
  const auth = useAuth();
  return (
    <main>
      <Dialog>
        <DialogTrigger asChild>
          <Button variant="primary">{t('cancel')}</Button>
        </DialogTrigger>
        <DialogContent title={size} closeLabel="Schließen">
          <output>{auth.status}</output>
        </DialogContent>
      </Dialog>
    </main>
  );
}

async function start(root: HTMLElement): Promise<{ i18n: i18n; client: AuthClient }> {
  const i18n = await createI18n('de', ['tool'], importWords);
  const client = createAuthClient({ supabase: createSupabase(location.origin, 'a-publishable-key') });
  client.start();
  createRoot(root).render(
    <AuthProvider client={client}>
      <Page size={formatMegabytes('de', 88_188_479)} />
    </AuthProvider>,
  );
  return { i18n, client };
}

const root = document.getElementById('root');
if (root) {
  start(root).catch((error: unknown) => {
    root.textContent = String(error);
  });
}

// The test composes an image with it.
Object.assign(globalThis, { middleOnWhite });

// Keys are typed: `@isola/i18n/typed-keys` is in tsconfig.json.
export const isTyped = (i18n: i18n): string => i18n.t('tool:cancel');
// @ts-expect-error there is no such key.
export const isChecked = (i18n: i18n): string => i18n.t('tool:no-such-key');

export const mayRead = hasPermission({ role: 'admin', permissions: ['users.read'] }, 'users.read');
