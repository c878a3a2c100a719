import { Badge } from '@isola/ui/badge';
import { useTranslation } from 'react-i18next';

import type { WebhookEvent } from '../../api/schemas.ts';

const statusTones = {
  received: 'neutral',
  processing: 'neutral',
  processed: 'success',
  ignored: 'neutral',
  failed: 'danger',
  refused: 'warning',
} as const;

/** Badge for the result of the signature check. */
export function Verdict({ verdict }: Pick<WebhookEvent, 'verdict'>) {
  const { t } = useTranslation('admin');
  const tone = verdict === 'valid' ? 'success' : verdict === 'test' ? 'neutral' : 'danger';
  return <Badge tone={tone}>{t(`webhooks.verdict.${verdict}`)}</Badge>;
}

/** Badge for the processing state of an event. */
export function EventStatus({ status }: Pick<WebhookEvent, 'status'>) {
  const { t } = useTranslation('admin');
  return <Badge tone={statusTones[status]}>{t(`webhooks.status.${status}`)}</Badge>;
}
