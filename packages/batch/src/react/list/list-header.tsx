import { Button } from '@isola/ui/button';
import { FolderUp, ImagePlus, LayoutGrid, RotateCcw, Rows3, Trash2, X } from 'lucide-react';
import { IconButton } from '@isola/ui/icon-button';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { useTranslation } from 'react-i18next';

import type { FolderWatch } from '../../folders/create-folder-watch.ts';
import { useBatch, useSelection, useSelectionState } from '../batch-context.tsx';
import { FolderButton } from '../folders/folder-button.tsx';
import { canPickFolders, FilePicker } from '../intake/file-pickers.tsx';
import type { Intake } from '../intake/use-intake.ts';
import { useCounts } from '../use-counts.ts';
import type { ItemActions } from './item-actions.ts';
import { entryKeys, listedIds } from './list-entries.ts';
import type { View } from './list-lines.ts';

export interface ListHeaderProps {
  intake: Intake;
  watch: FolderWatch | undefined;
  view: View;
  onViewChange: (view: View) => void;
  actions: ItemActions;
}

/** Header of the list: the number of images, and buttons for the selection or for adding images. */
export function ListHeader({ intake, watch, view, onViewChange, actions }: ListHeaderProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const selection = useSelection();
  const selected = useSelectionState((state) => state.selected);
  const counts = useCounts();
  const order = () => listedIds(entryKeys(batch.getState().items));
  const hasSelection = selected.size > 0;
  return (
    <div
      data-slot="list-header"
      className="flex min-h-14 flex-none flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-2 sm:px-4"
    >
      <h2 className="me-auto text-14 font-semibold tabular-nums">
        {hasSelection ? t('select.count', { count: selected.size }) : t('count', { count: counts.total })}
      </h2>
      {hasSelection ? (
        <>
          <Button
            size="sm"
            onClick={() => actions.remove(order().filter((id) => selected.has(id)))}
            className="pointer-coarse:h-11"
          >
            <Trash2 aria-hidden />
            {t('item.remove')}
          </Button>
          <IconButton
            size="sm"
            label={t('select.none')}
            title={t('select.none')}
            onClick={selection.clear}
            className="pointer-coarse:size-11"
          >
            <X aria-hidden />
          </IconButton>
        </>
      ) : (
        <>
          {counts.failed > 0 && (
            <Button size="sm" onClick={() => batch.retry()} className="pointer-coarse:h-11">
              <RotateCcw aria-hidden />
              {t('retryFailed', { count: counts.failed })}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            onClick={() => selection.selectAll(order())}
            className="max-sm:hidden pointer-coarse:h-11"
          >
            {t('select.all')}
          </Button>
          {canPickFolders() && (
            <FilePicker kind="folder" size="sm" variant="ghost" onFiles={intake.take} className="max-md:hidden">
              <FolderUp aria-hidden />
              {t('addFolder')}
            </FilePicker>
          )}
          {watch && <FolderButton watch={watch} size="sm" className="max-lg:hidden" />}
          <SegmentedControl
            size="sm"
            iconsOnly
            label={t('view.label')}
            value={view}
            onValueChange={onViewChange}
            segments={[
              { value: 'tiles', label: t('view.tiles'), icon: <LayoutGrid aria-hidden /> },
              { value: 'list', label: t('view.list'), icon: <Rows3 aria-hidden /> },
            ]}
            className="pointer-coarse:[&_button]:size-11"
          />
          <FilePicker
            kind="files"
            size="sm"
            onFiles={intake.take}
            loading={intake.isReading}
            className="pointer-coarse:h-11"
          >
            {!intake.isReading && <ImagePlus aria-hidden />}
            <span className="max-sm:sr-only">{t('add')}</span>
          </FilePicker>
        </>
      )}
    </div>
  );
}
