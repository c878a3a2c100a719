import { formatNumber, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { DialogBody, DialogFooter } from '@isola/ui/dialog';
import { Progress } from '@isola/ui/progress';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Slider } from '@isola/ui/slider';
import { Switch } from '@isola/ui/switch';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';

import { layOutPage, layOutPicture, maxColumns, maxRows } from '../../contact-sheet/sheet-layout.ts';
import { downloadableOf } from '../../download/downloadable.ts';
import { useBatchState, useSelectionState } from '../batch-context.tsx';
import { rememberedSheet, rememberSheet, type SheetSettings } from './remembered-sheet.ts';
import { SheetPreview } from './sheet-preview.tsx';
import { isDrawable, useContactSheet } from './use-contact-sheet.ts';

/** Settings of a contact sheet, and its progress. The sheet shows the selected results, or all when none is selected. */
export function SheetForm() {
  const { t } = useTranslation(['batch', 'tool']);
  const selected = useSelectionState((selection) => selection.selected);
  const items = useBatchState(
    useShallow((state) => state.items.filter(({ id }) => selected.size === 0 || selected.has(id))),
  );
  const { ready, pendingCount } = downloadableOf(items, new Set(items.map(({ id }) => id)));
  const [settings, setSettings] = useState(rememberedSheet);
  const { state, make, cancel } = useContactSheet();
  const isDrawing = state.state === 'drawing';
  const choose = (change: Partial<SheetSettings>) => {
    const next = { ...settings, ...change };
    setSettings(next);
    rememberSheet(next);
    if (state.state !== 'idle') cancel();
  };
  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-5 pb-1">
          <SheetFields settings={settings} onChoose={choose} isDisabled={isDrawing} />
          {ready.length > 0 && <SheetFacts settings={settings} count={ready.length} />}
          <div className="flex flex-col gap-2 text-13 text-soft empty:hidden">
            {ready.length === 0 && <p data-slot="sheet-empty">{t('sheet.none')}</p>}
            {pendingCount > 0 && ready.length > 0 && <p>{t('sheet.pending', { count: pendingCount })}</p>}
            {ready.some((item) => !isDrawable(item)) && <p data-slot="sheet-previews">{t('sheet.previews')}</p>}
          </div>
          {state.state === 'drawing' && <Drawing {...state} />}
          <p role="status" className="text-13 wrap-anywhere text-soft empty:hidden">
            {state.state === 'saved' && t('sheet.saved', { name: state.name })}
          </p>
          {state.state === 'failed' && (
            <p role="alert" className="text-13 text-danger">
              {t('sheet.failed')}
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        {isDrawing && (
          <Button onClick={cancel} className="pointer-coarse:h-11">
            {t('tool:cancel')}
          </Button>
        )}
        <Button
          variant="primary"
          disabled={ready.length === 0}
          loading={isDrawing}
          onClick={() => void make(settings, ready)}
          className="pointer-coarse:h-11"
        >
          {!isDrawing && <Download aria-hidden />}
          <span>{t('sheet.save')}</span>
        </Button>
      </DialogFooter>
    </>
  );
}

interface SheetFieldsProps {
  settings: SheetSettings;
  onChoose: (change: Partial<SheetSettings>) => void;
  /** True while a sheet is drawn with these settings. */
  isDisabled: boolean;
}

function SheetFields({ settings, onChoose, isDisabled }: SheetFieldsProps) {
  const { t } = useTranslation('batch');
  return (
    <fieldset disabled={isDisabled} className="contents">
      <SegmentedControl
        label={t('sheet.kind')}
        value={settings.kind}
        disabled={isDisabled}
        onValueChange={(kind) => onChoose({ kind })}
        segments={[
          { value: 'pdf', label: 'PDF' },
          { value: 'jpeg', label: 'JPEG' },
          { value: 'png', label: 'PNG' },
        ]}
        className="flex pointer-coarse:*:h-11"
      />
      {settings.kind === 'pdf' && (
        <SegmentedControl
          label={t('sheet.paper')}
          value={settings.paper}
          disabled={isDisabled}
          onValueChange={(paper) => onChoose({ paper })}
          segments={[
            { value: 'a4', label: 'A4' },
            { value: 'letter', label: t('sheet.letter') },
          ]}
          className="flex pointer-coarse:*:h-11"
        />
      )}
      <Slider
        label={t('sheet.columns')}
        min={1}
        max={maxColumns}
        value={settings.columns}
        disabled={isDisabled}
        onValueChange={(columns) => onChoose({ columns })}
      />
      {settings.kind === 'pdf' && (
        <Slider
          label={t('sheet.rows')}
          min={1}
          max={maxRows}
          value={settings.rows}
          disabled={isDisabled}
          onValueChange={(rows) => onChoose({ rows })}
        />
      )}
      <Switch checked={settings.hasNames} disabled={isDisabled} onCheckedChange={(hasNames) => onChoose({ hasNames })}>
        {t('sheet.names')}
      </Switch>
    </fieldset>
  );
}

/** Arrangement of the sheet, with the number of its pages or its size in px. */
function SheetFacts({ settings, count }: { settings: SheetSettings; count: number }) {
  const { t, i18n } = useTranslation(['batch', 'tool']);
  const grid = settings.kind === 'pdf' ? layOutPage(settings) : layOutPicture({ ...settings, count });
  const number = (value: number) => formatNumber(i18n.language as Locale, value);
  const size =
    settings.kind === 'pdf'
      ? t('sheet.pages', { count: Math.ceil(count / grid.cells.length) })
      : t('tool:result.pixels', { width: number(grid.width), height: number(grid.height) });
  return (
    <div className="flex flex-col gap-2">
      <SheetPreview grid={grid} count={count} />
      <p data-slot="sheet-facts" aria-live="polite" className="text-center text-13 text-soft tabular-nums">
        {t('count', { count })} · {size}
      </p>
    </div>
  );
}

function Drawing({ loaded, total }: { loaded: number; total: number }) {
  const { t, i18n } = useTranslation('batch');
  const number = (value: number) => formatNumber(i18n.language as Locale, value);
  const words = t('sheet.drawing', { done: number(loaded), total: number(total) });
  return (
    <div className="flex flex-col gap-2">
      <Progress label={t('sheet.title')} fraction={loaded / total} valueText={words} />
      <p className="text-13 text-soft tabular-nums">{words}</p>
    </div>
  );
}
