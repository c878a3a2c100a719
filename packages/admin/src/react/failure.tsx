import { sentenceIn } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { AdminError } from '../api/admin-error.ts';
import { useAdmin } from './admin-context.tsx';
import { useAdminNames } from './use-names.ts';
import { wordedCode } from './worded-code.ts';

/** Shows a failure, with a way to try again. The server's own sentence is shown where the failure's code is unknown. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const { t } = useTranslation('admin');
  const code = error instanceof AdminError ? error.code : 'refused';
  const known = wordedCode(code);
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
      {!known && sentenceIn(error.message)}
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
