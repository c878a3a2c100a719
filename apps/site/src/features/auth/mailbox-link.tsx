import { Button } from '@isola/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { findMailbox, mailboxAddress } from '#backend/find-mailbox.ts';
import { siteQueries } from '#backend/site-queries.ts';

/** Link to the emails that a local development server has collected. Renders nothing for other servers. */
export function MailboxLink() {
  const { t } = useTranslation('auth');
  const { data: isThere } = useQuery(
    { queryKey: ['mailbox'], queryFn: findMailbox, staleTime: Infinity, retry: false, networkMode: 'always' },
    siteQueries,
  );
  if (!isThere) return null;
  return (
    <Button asChild size="sm" className="pointer-coarse:h-11">
      <a href={mailboxAddress} target="_blank" rel="noreferrer">
        {t('mail.local')}
      </a>
    </Button>
  );
}
