import { Switch } from '@isola/ui/switch';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { NumberField } from '../number-field.tsx';

const firstMaxBytes = 500_000;
const bytesPerKilobyte = 1000;

export interface SizeLimitProps {
  /** Largest accepted file, in bytes; undefined when there is no limit. */
  maxBytes: number | undefined;
  onChoose: (maxBytes: number | undefined) => void;
  /** Reductions that the limit required, once they are known. */
  children?: ReactNode;
}

/** Switch and field that limit the size of the file. */
export function SizeLimit({ maxBytes, onChoose, children }: SizeLimitProps) {
  const { t, i18n } = useTranslation('editor');
  return (
    <div className="flex flex-col gap-3">
      <Switch
        description={t('file.limitHint')}
        checked={maxBytes !== undefined}
        onCheckedChange={(on) => onChoose(on ? firstMaxBytes : undefined)}
      >
        {t('file.limit')}
      </Switch>
      {maxBytes !== undefined && (
        <>
          <NumberField
            label={t('file.limitMost')}
            unit={kilobyte(i18n.language)}
            min={5}
            max={100_000}
            value={Math.floor(maxBytes / bytesPerKilobyte)}
            onCommit={(next) => onChoose(next * bytesPerKilobyte)}
          />
          {children}
        </>
      )}
    </div>
  );
}

/** Returns the language's abbreviation of kilobyte. */
function kilobyte(language: string): string {
  const parts = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte' }).formatToParts(1);
  return parts.find(({ type }) => type === 'unit')?.value ?? 'kB';
}
