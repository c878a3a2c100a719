import { useTranslation } from 'react-i18next';

import type { Page } from '../api/admin-api.ts';
import { cursorSchema, type Cursor } from '../api/schemas.ts';
import { useAdmin } from './admin-context.tsx';

const pageSize = 50;

/** Returns the page of a list that the URL names. */
export function usePageRequest() {
  const { search } = useAdmin();
  return { after: parseCursor(search['after']), before: parseCursor(search['before']), pageSize };
}

/**
 * Returns the previous and next handlers of a `DataTable`, with the labels of their buttons. The handlers write the
 * cursor of the page into the URL.
 * @param label names the landmark with the two buttons.
 */
export function usePaging(page: Page<unknown> | undefined, label: string) {
  const { t } = useTranslation('admin');
  const { setSearch } = useAdmin();
  const to = (key: 'after' | 'before', cursor: Cursor | null | undefined) =>
    cursor === null || cursor === undefined
      ? undefined
      : () => setSearch({ after: undefined, before: undefined, [key]: JSON.stringify(cursor) });
  return {
    onPrevious: to('before', page?.previous),
    onNext: to('after', page?.next),
    labels: { paging: label, previous: t('paging.previous'), next: t('paging.next') },
  };
}

/** @returns undefined for a cursor that the reader has damaged: the list then begins with its first page. */
function parseCursor(written: string | undefined): Cursor | undefined {
  if (!written) return undefined;
  try {
    return cursorSchema.parse(JSON.parse(written)) ?? undefined;
  } catch {
    return undefined;
  }
}
