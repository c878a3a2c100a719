import { usePlanName } from '@isola/membership/react';
import { useTranslation } from 'react-i18next';

import type { AuditEntry } from '../../api/schemas.ts';

/** Names that the database functions give to actions on an account in the audit log. */
const accountActions = [
  'disable',
  'enable',
  'resend-confirmation',
  'second-factor-enrolled',
  'second-factor-removed',
  'second-factor-reset',
  'second-factor-released',
  'recovery-code-used',
] as const;
const writes = ['insert', 'update', 'delete'] as const;
/** Tables whose changes have a sentence of their own in the bundle. */
const tables = ['admins', 'settings', 'plans', 'plan_prices', 'user_subscriptions'] as const;

/** Returns a function that describes an entry of the audit log in a sentence, such as "Disabled the account of …". */
export function useAuditSentence(): (entry: AuditEntry) => string {
  const { t } = useTranslation('admin');
  const planName = usePlanName();
  return ({ action, table_name: table, row_id: row, row_email: email, row_before: before, row_after: after }) => {
    const account = accountActions.find((each) => each === action);
    const who = email ?? t('audit.erased');
    if (account) return t(`audit.account.${account}`, { who });
    if (action === 'replay') return t('audit.webhook_events.replay', { row });
    const write = writes.find((each) => each === action);
    const known = tables.find((each) => each === table);
    if (!write || !known) return t('audit.line', { action, table, row });
    const planId = (after ?? before)?.['plan_id'];
    const plan = planName(typeof planId === 'string' ? planId : row);
    return t(`audit.${known}.${write}`, { who, plan, row });
  };
}
