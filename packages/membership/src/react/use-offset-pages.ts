import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const pageRows = 50;

/** Pages through a list by offset, 50 rows at a time. */
export function useOffsetPages() {
  const { t } = useTranslation('membership');
  const [offset, setOffset] = useState(0);
  return {
    /** Rows to fetch: one more than a page shows, which reveals whether there is a next page. */
    part: { offset, limit: pageRows + 1 },
    /** Returns to the first page, as when a filter changes. */
    reset: () => setOffset(0),
    /** Props of the `DataTable` that shows the fetched rows. */
    tableProps: <Row>(fetched: readonly Row[] | undefined) => {
      const hasNext = fetched !== undefined && fetched.length > pageRows;
      return {
        rows: fetched?.slice(0, pageRows) ?? [],
        onPrevious: offset > 0 ? () => setOffset(offset - pageRows) : undefined,
        onNext: hasNext ? () => setOffset(offset + pageRows) : undefined,
        labels: { paging: t('paging.label'), previous: t('paging.previous'), next: t('paging.next') },
      };
    },
  };
}
