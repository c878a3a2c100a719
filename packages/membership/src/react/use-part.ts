import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Part } from '../api/membership-api.ts';
import { useAsk } from './use-ask.ts';

const partRows = 50;

/** A list of the backend, fifty rows at a time. @param key of the list; another one begins at its first row. */
export function usePart<Row>(
  key: readonly string[],
  ask: (part: Part, signal: AbortSignal) => Promise<readonly Row[]>,
  isWanted = true,
) {
  const { t } = useTranslation('membership');
  const list = key.join(' ');
  const [at, setAt] = useState({ list, offset: 0 });
  const offset = at.list === list ? at.offset : 0;
  // One more tells whether there are others.
  const limit = partRows + 1;
  const { data, error, state, retry } = useAsk([...key, offset], (signal) => ask({ offset, limit }, signal), {
    isWanted,
  });
  const goTo = (next: number) => () => setAt({ list, offset: next });
  const onPrevious = offset > 0 ? goTo(offset - partRows) : undefined;
  const onNext = data && data.length > partRows ? goTo(offset + partRows) : undefined;
  const labels = { paging: t('paging.label'), previous: t('paging.previous'), next: t('paging.next') };
  return {
    rows: data?.slice(0, partRows) ?? [],
    error,
    retry,
    state,
    /** For the table: without another page it has no buttons. */
    paging: onPrevious || onNext ? { onPrevious, onNext, labels } : {},
  };
}
