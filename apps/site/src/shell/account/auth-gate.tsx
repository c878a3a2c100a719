import { AuthProvider, useAuth } from '@isola/auth/react';
import { Spinner } from '@isola/ui/spinner';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { siteQueries } from '#backend/site-queries.ts';

import { NotOpen } from './not-open.tsx';
import { Unreachable } from './unreachable.tsx';
import { useOpening } from './use-opening.ts';

export interface AuthGateProps {
  /** Text shown while the client is being opened. */
  waiting: string;
  /** Content, rendered once the sign-in state is known. In it, the status of `useAuth` is never `loading`. */
  children: ReactNode;
}

/**
 * Renders its children once the account's client is open; until then a status, or the reason why it cannot be opened.
 */
export function AuthGate({ waiting, children }: AuthGateProps) {
  const { t } = useTranslation('auth');
  const opening = useOpening();
  switch (opening.status) {
    case 'looking':
      return (
        <>
          <Waiting>{waiting}</Waiting>
          <noscript>{t('noScript')}</noscript>
        </>
      );
    case 'none':
      return <NotOpen />;
    case 'unreachable':
      return <Unreachable {...opening} />;
    case 'open':
      return (
        <QueryClientProvider client={siteQueries}>
          <AuthProvider client={opening.client}>
            <OnceKnown waiting={waiting}>{children}</OnceKnown>
          </AuthProvider>
        </QueryClientProvider>
      );
    default:
      return opening satisfies never;
  }
}

function OnceKnown({ waiting, children }: AuthGateProps) {
  return useAuth().status === 'loading' ? <Waiting>{waiting}</Waiting> : children;
}

function Waiting({ children }: { children: string }) {
  return (
    <p role="status" className="flex items-center gap-2.5 text-soft">
      <Spinner />
      {children}
    </p>
  );
}
