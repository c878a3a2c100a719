import { sentenceIn } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { MembershipError } from '../api/membership-error.ts';
import { wordedCode } from './worded-code.ts';

export interface FailureProps {
  error: Error;
  /** Present for a query, which the reader can try again. */
  retry?: () => void;
}

/**
 * Shows why a call failed. The server's own sentence is shown when the code of the error has no translation. A busy
 * server needs no button: its query is retried automatically.
 */
export function Failure({ error, retry }: FailureProps) {
  const { t } = useTranslation(['membership', 'messages']);
  const code = error instanceof MembershipError ? error.code : 'refused';
  if (code === 'busy' && retry) {
    return (
      <FailureBanner code={code} tone="warning" title={t('messages:server.busy.title')}>
        {t('messages:server.busy.text')}
      </FailureBanner>
    );
  }
  const known = wordedCode(code);
  return (
    <FailureBanner code={code} title={t(`failed.${known ?? 'refused'}`)} retry={retry} retryLabel={t('failed.retry')}>
      {!known && sentenceIn(error.message)}
    </FailureBanner>
  );
}

export interface FailureBannerProps {
  /** Code of the error, as `data-code` in the markup. */
  code: string;
  title: string;
  tone?: 'danger' | 'warning';
  retry?: (() => void) | undefined;
  retryLabel?: string;
  /** Text below the title. */
  children?: ReactNode;
}

/** Banner of a failed call. The package that shows it provides the texts. */
export function FailureBanner({ code, title, tone = 'danger', retry, retryLabel, children }: FailureBannerProps) {
  return (
    <Banner
      tone={tone}
      data-code={code}
      title={title}
      className="text-start"
      actions={
        retry && (
          <Button size="sm" onClick={retry} className="pointer-coarse:h-11">
            {retryLabel}
          </Button>
        )
      }
    >
      {children}
    </Banner>
  );
}
