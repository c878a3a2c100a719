import { EmptyState } from '@isola/ui/empty-state';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { AuditEntry } from '../../api/schemas.ts';
import { differences } from '../../audit/differences.ts';
import { useAdminNames } from '../use-names.ts';
import { useFormat } from '../use-format.ts';
import { useAuditSentence } from './use-audit-sentence.ts';

/** Entries of the audit log: the action, its time, actor, address and reason, and the fields that it changed. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const sentence = useAuditSentence();
  if (entries.length === 0) {
    return (
      <EmptyState figure={<ScrollText />} headingLevel={2} title={t('audit.empty')} className="py-4">
        {t('audit.emptyText')}
      </EmptyState>
    );
  }
  return (
    <ol className="divide-y divide-line border-y border-line text-13">
      {entries.map((entry) => (
        <li key={entry.id} className="py-3 print:break-inside-avoid">
          <p className="flex flex-wrap justify-between gap-x-6">
            <span className="font-medium text-ink">{sentence(entry)}</span>
            <time dateTime={entry.created_at} className="text-soft tabular-nums">
              {format.dateTime(entry.created_at)}
            </time>
          </p>
          <p className="text-soft">
            {[entry.actor_email ?? entry.actor_id ?? t('audit.system'), entry.address, entry.reason]
              .filter((each) => each !== null && each !== '')
              .join(' · ')}
          </p>
          <Changes entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin');
  const names = useAdminNames();
  const readable = (row: AuditEntry['row_before']) => {
    if (entry.table_name !== 'admins' || row === null) return row;
    const { role, permissions } = row;
    const given = Array.isArray(permissions)
      ? permissions.map((each) => names.permission(String(each))).join(', ')
      : '';
    return { role: names.role(String(role)), permissions: given || null };
  };
  const changes = differences(readable(entry.row_before), readable(entry.row_after));
  if (changes.length === 0) return null;
  return (
    <dl className="mt-2 flex flex-col gap-1 font-mono text-12">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="flex flex-wrap gap-x-2">
          <dt className="text-soft">{field === 'role' || field === 'permissions' ? t(`admins.${field}`) : field}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {before !== undefined && (
              <>
                <span className="sr-only">{t('audit.before')}</span>
                <del className="text-danger">{before}</del>{' '}
              </>
            )}
            {after !== undefined && (
              <>
                <span className="sr-only">{t('audit.after')}</span>
                <ins className="text-success no-underline">{after}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
