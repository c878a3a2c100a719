import { Button } from '@isola/ui/button';
import { EmptyState } from '@isola/ui/empty-state';
import { UserRound } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

import { PageLink } from '#shell/page-link.tsx';

export interface AccountNeededProps {
  title: ReactNode;
  /** Why there is nothing to show. */
  text: ReactNode;
  /** The heading above what the page will show. */
  showsTitle: ReactNode;
  /** Each in a few words. Unique within the list. */
  shows: readonly string[];
}

/**
 * A member's page for a visitor without an account: what the page needs, what it will show, and links to other pages.
 */
export function AccountNeeded({ title, text, showsTitle, shows }: AccountNeededProps) {
  const { t } = useTranslation('membership');
  const titleId = useId();
  return (
    <>
      <div className="rounded-lg border border-line">
        <EmptyState
          title={title}
          figure={<UserRound aria-hidden />}
          action={
            <>
              <Button asChild variant="primary">
                <PageLink page="membership">{t('back.membership')}</PageLink>
              </Button>
              <Button asChild variant="ghost">
                <PageLink page="auth">{t('back.account')}</PageLink>
              </Button>
            </>
          }
        >
          {text}
        </EmptyState>
      </div>
      <section aria-labelledby={titleId} className="mt-10">
        <h2 id={titleId} className="text-16 font-semibold">
          {showsTitle}
        </h2>
        <ul className="mt-3 divide-y divide-line border-y border-line text-soft">
          {shows.map((each) => (
            <li key={each} className="py-2.5">
              {each}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
