import type { Size } from '@isola/imaging';
import { Switch } from '@isola/ui/switch';
import { useTranslation } from 'react-i18next';

import type { ExportOptions } from '../../schema/document-state.ts';
import { NumberField } from '../number-field.tsx';
import { onPaper } from './on-paper.ts';

/** Settings of a page for which none were chosen. They are those of the PDF encoder. */
const usual = { dotsPerInch: 300, bleedMm: 3, hasCropMarks: true } as const;

export interface PageSettingsProps extends Partial<Size> {
  choice: ExportOptions;
  onChoose: (choice: Partial<ExportOptions>) => void;
}

/** Bleed and crop marks of a page for a print shop, and its size on paper if the size of the result is given. */
export function PageSettings({ choice, onChoose, widthPx, heightPx }: PageSettingsProps) {
  const { t, i18n } = useTranslation('editor');
  const { dotsPerInch, bleedMm, hasCropMarks } = { ...usual, ...withoutUndefined(choice) };
  return (
    <div data-slot="page-settings" className="flex flex-col gap-3">
      <NumberField
        label={t('page.bleed')}
        unit="mm"
        min={0}
        max={20}
        value={bleedMm}
        onCommit={(next) => onChoose({ bleedMm: next })}
      />
      <Switch
        description={t('page.marksHint')}
        checked={hasCropMarks}
        onCheckedChange={(on) => onChoose({ hasCropMarks: on })}
      >
        {t('page.marks')}
      </Switch>
      {widthPx !== undefined && heightPx !== undefined && (
        <dl aria-live="polite" className="flex justify-between gap-4 text-13 tabular-nums">
          <dt className="text-soft">{t('page.trimmed')}</dt>
          <dd data-slot="page-size">
            {onPaper(i18n.language, dotsPerInch, { widthPx, heightPx })} · {dotsPerInch} {t('file.dpi')}
          </dd>
        </dl>
      )}
    </div>
  );
}

function withoutUndefined({ dotsPerInch, bleedMm, hasCropMarks }: ExportOptions) {
  return {
    ...(dotsPerInch !== undefined && { dotsPerInch }),
    ...(bleedMm !== undefined && { bleedMm }),
    ...(hasCropMarks !== undefined && { hasCropMarks }),
  };
}
