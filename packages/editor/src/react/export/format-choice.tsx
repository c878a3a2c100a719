import { SegmentedControl } from '@isola/ui/segmented-control';
import { useTranslation } from 'react-i18next';

import type { FileFormat } from '../../document/formats.ts';

export interface FormatChoiceProps {
  formats: readonly FileFormat[];
  /** The id of the chosen one. */
  format: string;
  onChoose: (format: string) => void;
}

/** The format of a file. What this browser cannot write cannot be chosen. */
export function FormatChoice({ formats, format, onChoose }: FormatChoiceProps) {
  const { t } = useTranslation('editor');
  return (
    <SegmentedControl
      label={t('step.format')}
      value={format}
      onValueChange={onChoose}
      segments={formats.map(({ id, label, type, usesBrowserEncoder }) => ({
        value: id,
        label,
        disabled: usesBrowserEncoder && !browserWrites(type),
      }))}
      className="flex pointer-coarse:*:h-11"
    />
  );
}

const writtenTypes = new Map<string, boolean>();

/** Safari reads WebP and does not write it. */
function browserWrites(type: string): boolean {
  const known = writtenTypes.get(type) ?? document.createElement('canvas').toDataURL(type).startsWith(`data:${type}`);
  writtenTypes.set(type, known);
  return known;
}
