import { formatList, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { AlikeItems, BatchChange } from '../../batch.ts';
import { useBatch, useBatchState } from '../batch-context.tsx';
import type { Removal } from '../list/use-removal.tsx';

export interface AlikeNotesProps extends Pick<Removal, 'remove' | 'offerUndo'> {
  announce: (text: string) => void;
}

type Copies = Extract<AlikeItems, { kind: 'copies' }>;
type Sisters = Extract<AlikeItems, { kind: 'sisters' }>;

/** Maximum number of names that a message lists. */
const shownCount = 3;

/** Messages about images that show the same photo, and about images of the same thing, one group after the other. */
export function AlikeNotes({ remove, offerUndo, announce }: AlikeNotesProps) {
  const alike = useBatchState((state) => state.alike);
  const copies = alike.filter((each) => each.kind === 'copies');
  const sisters = alike.filter((each) => each.kind === 'sisters');
  const withSource = sisters.find(({ sourceId }) => sourceId !== undefined);
  // Names can wait until the user has decided which images stay.
  const next = withSource ?? (copies.length > 0 ? undefined : sisters[0]);
  return (
    <>
      {copies.length > 0 && <CopiesNote copies={copies} remove={remove} />}
      {next && <SistersNote key={next.key} sisters={next} offerUndo={offerUndo} announce={announce} />}
    </>
  );
}

function CopiesNote({ copies, remove }: { copies: readonly Copies[] } & Pick<Removal, 'remove'>) {
  const { t } = useTranslation(['batch', 'common']);
  const batch = useBatch();
  const nameOf = useNameOf();
  const listed = useListed();
  const copyIds = copies.flatMap((each) => each.copyIds);
  const pairs = copies.flatMap(({ originalId, copyIds: ids }) =>
    ids.map((id) => t('duplicates.pair', { name: nameOf(id), same: nameOf(originalId) })),
  );
  const count = copyIds.length;
  return (
    <Banner
      data-slot="copies-note"
      title={t('alike.copies', { count })}
      onDismiss={() => copies.forEach(({ key }) => batch.dismissAlike(key))}
      dismissLabel={t('common:dismiss')}
      actions={
        <Button size="sm" onClick={() => remove(copyIds)} className="pointer-coarse:h-11">
          {t('alike.removeCopies', { count })}
        </Button>
      }
    >
      <p className="wrap-anywhere">{listed(pairs)}</p>
    </Banner>
  );
}

interface SistersNoteProps extends Pick<Removal, 'offerUndo'> {
  sisters: Sisters;
  announce: (text: string) => void;
}

function SistersNote({ sisters: { key, ids, sourceId, commonName }, offerUndo, announce }: SistersNoteProps) {
  const { t } = useTranslation(['batch', 'common']);
  const batch = useBatch();
  const nameOf = useNameOf();
  const listed = useListed();
  const [changing, setChanging] = useState<'no' | 'settings' | 'names'>('no');
  const change = (what: 'settings' | 'names', text: string, making: Promise<BatchChange>) => {
    setChanging(what);
    making
      .then(
        ({ restore }) => offerUndo({ text, undoneText: t('alike.undone'), undo: restore }),
        (error: unknown) => {
          announce(t('alike.failed'));
          reportError(error);
        },
      )
      .finally(() => setChanging('no'));
  };
  const count = ids.length;
  return (
    <Banner
      data-slot="sisters-note"
      title={t('alike.sisters', { count })}
      onDismiss={() => batch.dismissAlike(key)}
      dismissLabel={t('common:dismiss')}
      actions={
        <>
          {sourceId !== undefined && (
            <Button
              size="sm"
              loading={changing === 'settings'}
              onClick={() =>
                change('settings', t('alike.applied', { count: count - 1 }), batch.applyToAlike(sourceId, ids))
              }
              className="pointer-coarse:h-11"
            >
              {t('alike.apply')}
            </Button>
          )}
          {commonName !== undefined && (
            <Button
              size="sm"
              variant={sourceId === undefined ? 'secondary' : 'ghost'}
              loading={changing === 'names'}
              onClick={() => change('names', t('alike.named', { count }), batch.nameAlike(ids, commonName))}
              className="pointer-coarse:h-11"
            >
              {/* Inter draws a proportional 1 so close to the next word that the space between them vanishes. */}
              <span className="wrap-anywhere tabular-nums">
                {t('alike.name', { first: `${commonName}-1`, last: `${commonName}-${count}` })}
              </span>
            </Button>
          )}
        </>
      }
    >
      <p className="wrap-anywhere">
        {[
          listed(ids.map(nameOf)),
          ...(sourceId === undefined ? [] : [t('alike.source', { name: nameOf(sourceId) })]),
        ].join(' · ')}
      </p>
    </Banner>
  );
}

/** @returns a function that returns the name of an image as the list shows it. */
function useNameOf(): (id: string) => string {
  const { t } = useTranslation('batch');
  const items = useBatchState((state) => state.items);
  return (id) => items.find((item) => item.id === id)?.name || t('item.unnamed');
}

/** @returns a function that lists the first names, and says how many more there are. */
function useListed(): (names: readonly string[]) => string {
  const { t, i18n } = useTranslation('batch');
  return (names) => {
    const rest = names.length - shownCount;
    const shown = names.slice(0, shownCount);
    return formatList(i18n.language as Locale, rest > 0 ? [...shown, t('duplicates.more', { count: rest })] : shown);
  };
}
