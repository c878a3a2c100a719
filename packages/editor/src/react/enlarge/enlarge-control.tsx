import { SegmentedControl } from '@isola/ui/segmented-control';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface EnlargeControlProps {
  /** Value of the chosen segment, or `off`. */
  value: string;
  /** Segments besides “off”. Without any, only the note is shown. */
  segments: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  onValueChange: (value: string) => void;
  /** Look of the label. Default: that of the editor’s panels. */
  labelClassName?: string;
  /** Note that says what enlarging does, or why it does nothing. */
  children: ReactNode;
}

/** Choice whether a network on the device enlarges the subject, with a note. */
export function EnlargeControl({
  value,
  segments,
  onValueChange,
  labelClassName = 'text-12 text-soft',
  children,
}: EnlargeControlProps) {
  const { t } = useTranslation('editor');
  return (
    <div data-slot="enlarge" className="flex flex-col gap-2">
      <p className={labelClassName}>{t('enlarge.label')}</p>
      {segments.length > 0 && (
        <SegmentedControl
          label={t('enlarge.label')}
          size="sm"
          value={value}
          onValueChange={onValueChange}
          segments={[{ value: 'off', label: t('enlarge.off') }, ...segments]}
          className="flex tabular-nums *:px-1 pointer-coarse:*:h-11"
        />
      )}
      <p role="status" className="text-13 text-soft tabular-nums">
        {children}
      </p>
    </div>
  );
}
