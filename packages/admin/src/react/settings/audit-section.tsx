import { queryState } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { Skeleton } from '@isola/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Failure } from '../failure.tsx';
import { Guarded } from '../guarded.tsx';
import { FilterBar, TextFilter } from '../filter-bar.tsx';
import { usePageRequest, usePaging } from '../use-paging.ts';
import { AuditList } from './audit-list.tsx';

/** Audit log with filters for actor, action and time. It requires the permission `audit.read`. */
export function AuditSection() {
  return (
    <Guarded permission="audit.read">
      <Found />
    </Guarded>
  );
}

function Found() {
  const { t } = useTranslation('admin');
  const { api, search } = useAdmin();
  const filter = { actor: search['actor'], action: search['action'], from: search['from'], to: search['to'] };
  const request = { ...usePageRequest(), filter };
  const { data, error, retry } = queryState(useQuery(adminQueries(api).audit(request)));
  const { onPrevious, onNext, labels } = usePaging(data, t('audit.pages'));
  return (
    <>
      <FilterBar>
        <TextFilter name="actor" label={t('audit.who')} />
        <TextFilter name="action" label={t('audit.what')} />
        <TextFilter name="from" type="date" label={t('filter.from')} />
        <TextFilter name="to" type="date" label={t('filter.to')} />
      </FilterBar>
      {error ? (
        <Failure error={error} retry={retry} />
      ) : data ? (
        <AuditList entries={data.rows} />
      ) : (
        <Skeleton aria-busy className="h-44" />
      )}
      {(onPrevious || onNext) && (
        <nav aria-label={labels.paging} className="mt-3 flex justify-end gap-2 print:hidden">
          <Button size="sm" disabled={!onPrevious} onClick={onPrevious} className="pointer-coarse:h-11">
            {labels.previous}
          </Button>
          <Button size="sm" disabled={!onNext} onClick={onNext} className="pointer-coarse:h-11">
            {labels.next}
          </Button>
        </nav>
      )}
    </>
  );
}
