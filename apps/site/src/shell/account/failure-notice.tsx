import { sentenceIn } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { hintOf } from './hint-of.ts';
import type { Failure } from './read-failure.ts';

export interface FailureNoticeProps {
  failure: Failure;
  /** Buttons for the next step, if there is one besides trying again. */
  actions?: ReactNode;
}

/**
 * Shows a failure in the visitor's language, or the server's message when the failure's code is unknown. The notice
 * takes the focus when it appears; a toast announces the failure.
 */
export function FailureNotice({ failure, actions }: FailureNoticeProps) {
  const { t } = useTranslation(['auth', 'messages']);
  const banner = useRef<HTMLDivElement>(null);
  const textId = useId();
  useEffect(() => banner.current?.focus(), []);
  const hint = hintOf(failure);
  const said = hint ? '' : sentenceIn(failure.serverMessage);
  return (
    <Banner
      ref={banner}
      tabIndex={-1}
      role="group"
      aria-labelledby={textId}
      tone="danger"
      data-code={failure.code}
      title={<span id={textId}>{hint ? t(`messages:${hint.title.key}`) : t('failure.title')}</span>}
      actions={actions}
      className="scroll-my-20"
    >
      {hint ? (
        hint.texts.map(({ key, count }) => <p key={key}>{t(`messages:${key}`, { count: count ?? 0 })}</p>)
      ) : (
        <p>{t('failure.text')}</p>
      )}
      {said && (
        <p className="mt-1 text-13">
          {t('failure.server')} <q className="quotes-none">{said}</q>
        </p>
      )}
    </Banner>
  );
}
