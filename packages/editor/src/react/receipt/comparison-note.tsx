import { isCopy, type Statement, type Strictness } from '@isola/imaging/receipt';
import { useTranslation } from 'react-i18next';

export interface ComparisonNoteProps {
  receipt: Pick<Statement, 'placement' | 'compression' | 'changes' | 'result'>;
  /** How strictly the pixels were compared, when it is known. */
  strictness?: Strictness | undefined;
}

/** Says what a comparison of the pixels can show, and what it cannot. */
export function ComparisonNote({
  receipt: { placement, compression, changes, result },
  strictness,
}: ComparisonNoteProps) {
  const { t } = useTranslation('receipt');
  const isExact = compression === 'none' && isCopy(placement);
  const notes = [
    isExact && strictness !== 'decoder' && t('note.exact'),
    strictness === 'decoder' && t('note.decoder'),
    compression === 'lossy' && t('note.lossy', { format: nameOf(result.type) }),
    compression === 'palette' && t('note.palette'),
    changes.enlarged === true && t('note.enlarged'),
    !isCopy(placement) && !changes.enlarged && t('note.resampled'),
    !isExact && t('note.tolerance'),
    (changes.tone || changes.backgroundLight) && t('note.toned'),
    changes.additions === true && t('note.additions'),
  ].filter((note) => note !== false);
  return (
    <div data-slot="comparison-note" className="flex flex-col gap-1.5 text-13 text-soft">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

/** Returns the proper name of a format, which is the same in every language. */
function nameOf(type: Statement['result']['type']): string {
  const [, name = ''] = type.split('/');
  return name === 'webp' ? 'WebP' : name.toUpperCase();
}
