import { Banner, type BannerProps } from '@isola/ui/banner';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import type { KeepErrorCode } from './keep/keep-error.ts';
import type { Failure } from './removal.ts';

export interface FailureBannerProps {
  failure: Failure;
  /** The next step. */
  actions?: BannerProps['actions'];
  /** Lets it be put away: for a file that was refused while something else stands on the table. */
  onDismiss?: () => void;
}

/** Fetches its words when it is shown: put it in a `FailureBanner`. */
export function WordedFailure({ failure, actions, onDismiss }: FailureBannerProps) {
  const { code, detail } = failure;
  const { t } = useTranslation(['errors', 'common']);
  const dismissal = onDismiss ? { onDismiss, dismissLabel: t('common:dismiss') } : {};
  return (
    <Banner tone="danger" title={t(`errors:${code}.title`)} actions={actions} data-code={code} {...dismissal}>
      {code === 'project-not-opened' ? (
        <Suspense>
          <ProjectReason reason={failure.reason ?? 'damaged-file'} />
        </Suspense>
      ) : (
        <p>{t(`errors:${code}.text`)}</p>
      )}
      {code === 'processing-failed' && detail && (
        <p className="mt-1 font-mono text-12">{t('errors:detail', { detail })}</p>
      )}
    </Banner>
  );
}

/** In the editor's words, which the other failures need not fetch. */
function ProjectReason({ reason }: { reason: KeepErrorCode }) {
  const { t } = useTranslation('editor');
  return <p>{t(`keep.error.${reason}`)}</p>;
}
