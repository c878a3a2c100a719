import { SegmentedControl } from '@isola/ui/segmented-control';
import { useTranslation } from 'react-i18next';

import type { FileFormat } from '../../document/formats.ts';

export interface FormatChoiceProps {
  formats: readonly FileFormat[];
  /** ID of the chosen format. */
  format: string;
  onChoose: (format: string) => void;
}

/** Control that chooses a file format. Formats that this browser cannot write are disabled. */
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

/** Returns whether the browser can encode a MIME type. Safari, for example, reads WebP but does not write it. */
function browserWrites(type: string): boolean {
  const known = writtenTypes.get(type) ?? document.createElement('canvas').toDataURL(type).startsWith(`data:${type}`);
  writtenTypes.set(type, known);
  return known;
}
