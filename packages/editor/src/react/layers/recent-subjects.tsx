import { formatAge, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ProjectStore } from '../../persistence/project-store.ts';
import type { SavedRow } from '../../persistence/saved-project.ts';
import { BlobImage } from '../blob-image.tsx';
import { showsRecentPreviews } from '../persistence/recent-previews.ts';
import { usePersistence } from '../session/editor-host.tsx';
import type { SavedImage } from './use-subject-adding.ts';

export interface RecentSubjectsProps {
  disabled: boolean;
  /** Id of the image whose subject is being read. */
  readingId: string | undefined;
  onChoose: (store: ProjectStore, image: SavedImage) => void;
}

/** Number of images shown until the user asks for all. */
const firstImages = 8;

/** The recent images that are saved in this browser. The subject of each, which is cut out already, can be added. */
export function RecentSubjects({ disabled, readingId, onChoose }: RecentSubjectsProps) {
  const { t, i18n } = useTranslation(['editor', 'tool']);
  const store = usePersistence()?.store;
  const images = useCutOutImages(store);
  const [showsAll, setShowsAll] = useState(false);
  if (!store || images.length === 0) return null;
  // On a shared screen, the user may have chosen to list only the names.
  const hasPreviews = showsRecentPreviews();
  const shown = showsAll ? images : images.slice(0, firstImages);
  return (
    <div role="group" aria-label={t('layers.recent')} data-slot="recent-subjects">
      <p className="mb-2 text-12 text-soft">{t('layers.recent')}</p>
      <ul className={cn(hasPreviews ? 'grid grid-cols-4 gap-2' : 'overflow-hidden rounded-md border border-line')}>
        {shown.map(({ id, name: saved, changedAt, thumbnail }) => {
          const name = saved || t('tool:photo.pasted');
          const age = formatAge(i18n.language as Locale, new Date(changedAt));
          return (
            <li key={id} className={cn(!hasPreviews && 'border-b border-line last:border-b-0')}>
              <button
                type="button"
                aria-label={t('layers.addRecent', { name, age })}
                title={name}
                aria-busy={readingId === id}
                aria-disabled={disabled}
                onClick={() => disabled || onChoose(store, { id, name: saved })}
                className={cn(
                  'w-full aria-busy:cursor-progress aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
                  hasPreviews
                    ? 'block h-14 rounded-sm border border-line-strong p-1 bg-checker hover:border-faint'
                    : 'truncate px-3 py-2 text-start text-13 outline-offset-[-2px] hover:bg-hover pointer-coarse:min-h-11',
                )}
              >
                {hasPreviews ? <BlobImage blob={thumbnail} className="size-full object-contain" /> : name}
              </button>
            </li>
          );
        })}
      </ul>
      {shown.length < images.length && (
        <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)} className="mt-1 pointer-coarse:h-11">
          {t('saved.all', { total: images.length })}
        </Button>
      )}
    </div>
  );
}

/** Returns the saved images that have a result, the newest first. When they cannot be read, there are none to offer. */
function useCutOutImages(store: ProjectStore | undefined): readonly SavedRow[] {
  const [images, setImages] = useState<readonly SavedRow[]>([]);
  useEffect(() => {
    if (!store) return undefined;
    let isGone = false;
    const read = async () => {
      const listed = await store.list();
      if (!isGone && listed.outcome === 'listed') setImages(listed.images.filter(({ hasResult }) => hasResult));
    };
    void read();
    const stop = store.subscribe(() => void read());
    return () => {
      isGone = true;
      stop();
    };
  }, [store]);
  return images;
}
