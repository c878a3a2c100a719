import { AccordionItem } from '@isola/ui/accordion';
import { type Segment, SegmentedControl } from '@isola/ui/segmented-control';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FileFormat } from '../../document/formats.ts';

export interface FormatChoiceProps {
  formats: readonly FileFormat[];
  /** ID of the chosen format. */
  format: string;
  onChoose: (format: string) => void;
}

/**
 * Control that chooses a file format. The usual formats are always visible, and those with a special purpose are
 * collapsed until one of them is chosen, which then names its purpose. Formats that this browser cannot write are disabled.
 */
export function FormatChoice({ formats, format, onChoose }: FormatChoiceProps) {
  const { t } = useTranslation('editor');
  const usual = formats.filter(({ purpose }) => !purpose);
  const special = formats.filter(({ purpose }) => purpose);
  return (
    <div className="flex flex-col gap-2">
      <SegmentedControl
        label={t('step.format')}
        // Without a value, no segment is chosen.
        value={usual.some(({ id }) => id === format) ? format : ''}
        onValueChange={onChoose}
        segments={usual.map(segmentOf)}
        className="flex pointer-coarse:*:h-11"
      />
      {special.length > 0 && <SpecialFormats formats={special} format={format} onChoose={onChoose} />}
    </div>
  );
}

function SpecialFormats({ formats, format, onChoose }: FormatChoiceProps) {
  const { t } = useTranslation('editor');
  const chosen = formats.find(({ id }) => id === format);
  const [pressed, setPressed] = useState<boolean>();
  const open = pressed ?? chosen !== undefined;
  return (
    <AccordionItem
      headingLevel={4}
      open={open}
      onOpenChange={setPressed}
      title={
        <span className="flex flex-wrap items-baseline gap-x-2 text-14">
          {t('export.moreFormats')}
          {!open && chosen && <span className="text-12 font-normal text-soft">{chosen.label}</span>}
        </span>
      }
    >
      <div className="flex flex-col gap-2">
        <SegmentedControl
          label={t('export.moreFormats')}
          value={chosen?.id ?? ''}
          onValueChange={onChoose}
          segments={formats.map(segmentOf)}
          className="flex *:basis-[30%] pointer-coarse:*:h-11"
        />
        <p aria-live="polite" data-slot="format-purpose" className="text-13 text-soft empty:hidden">
          {chosen?.purpose?.(t)}
        </p>
      </div>
    </AccordionItem>
  );
}

function segmentOf({ id, label, ...format }: FileFormat): Segment<string> {
  return { value: id, label, disabled: !isWritable(format) };
}

const writtenTypes = new Map<string, boolean>();

/** Returns whether this browser can write a format. Safari, for example, reads WebP but does not write it. */
function isWritable({ type, usesBrowserEncoder }: Pick<FileFormat, 'type' | 'usesBrowserEncoder'>): boolean {
  if (!usesBrowserEncoder) return true;
  const known = writtenTypes.get(type) ?? document.createElement('canvas').toDataURL(type).startsWith(`data:${type}`);
  writtenTypes.set(type, known);
  return known;
}
