import { Button } from '@isola/ui/button';
import { Skeleton } from '@isola/ui/skeleton';
import { useTranslation } from 'react-i18next';

import { useAdmin } from '../admin-context.tsx';
import { Failure, Guarded } from '../failure.tsx';
import { FilterBar, TextFilter } from '../filter-bar.tsx';
import { useAsk, usePageRequest, usePaging } from '../use-ask.ts';
import { AuditList } from './audit-list.tsx';

/** The audit log, found by who, what and when. */
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
  const { data, error, retry } = useAsk(['audit', request], (signal) => api.audit(request, signal));
  const { onPrevious, onNext } = usePaging(data);
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
        <nav aria-label={t('audit.pages')} className="mt-3 flex justify-end gap-2 print:hidden">
          <Button size="sm" disabled={!onPrevious} onClick={onPrevious} className="pointer-coarse:h-11">
            {t('paging.previous')}
          </Button>
          <Button size="sm" disabled={!onNext} onClick={onNext} className="pointer-coarse:h-11">
            {t('paging.next')}
          </Button>
        </nav>
      )}
    </>
  );
}
