import { formatAge, type Locale } from '@isola/i18n';
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogFooter,
  AlertDialogTrigger,
} from '@isola/ui/alert-dialog';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { Checkerboard, useToneOfImage } from '@isola/ui/checkerboard';
import { IconButton } from '@isola/ui/icon-button';
import { Trash2 } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { usePersistence } from '../session/editor-host.tsx';
import { BlobImage } from '../blob-image.tsx';
import type { SaveOutcome, ProjectStore, UnreadableRow } from '../../persistence/project-store.ts';
import type { SavedRow } from '../../persistence/saved-project.ts';
import type { Persistence } from '../../persistence/create-persistence.ts';
import type { ReopenOutcome } from '../../persistence/autosave.ts';
import { releaseReopened } from '../../persistence/reopen-project.ts';
import { rememberRecentPreviews, showsRecentPreviews } from './recent-previews.ts';

export interface RecentProjectsProps {
  /** Called with the project that was opened again. */
  onOpen: (reopened: Extract<ReopenOutcome, { outcome: 'reopened' | 'original' }>) => void;
  className?: string;
}

interface SavedList {
  readonly images: readonly SavedRow[];
  readonly unreadable: readonly UnreadableRow[];
  /**
   * Why the last read of the storage failed; undefined when it did not. The lists are then from an earlier read.
   * `newer-version`: this version of the page cannot read what a newer one has saved.
   */
  readonly failure: ReadFailure | undefined;
  readonly readAgain: () => Promise<void>;
}

type ReadFailure = 'unreadable' | 'newer-version';

/** Number of images shown until the user asks for all. */
const firstImages = 5;

/**
 * Lists the projects that are saved in this browser. It renders nothing until the storage has been read. If the storage
 * is empty, no code and no texts are loaded.
 */
export function RecentProjects(props: RecentProjectsProps) {
  const [mayHaveAny, setMayHaveAny] = useState(false);
  useEffect(() => {
    let isGone = false;
    void hasDatabases().then((has) => !isGone && setMayHaveAny(has));
    return () => {
      isGone = true;
    };
  }, []);
  return mayHaveAny && <SavedProjects {...props} />;
}

function SavedProjects(props: RecentProjectsProps) {
  const persistence = usePersistence();
  return persistence && <LoadedProjects {...props} persistence={persistence} />;
}

/**
 * Checks whether this origin has a database, so that a first visit does not load the code that reads projects.
 * @returns false when this origin has no IndexedDB database of any name; true also when the browser cannot list them.
 */
async function hasDatabases(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).length > 0;
  } catch {
    return true;
  }
}

function LoadedProjects(props: RecentProjectsProps & { persistence: Persistence }) {
  const shelf = useSavedList(props.persistence.store);
  const [note, setNote] = useState<Note>();
  if (!shelf || (!shelf.failure && shelf.images.length + shelf.unreadable.length === 0 && !note)) return null;
  return (
    // A separate boundary keeps the rest of the page visible while the list loads.
    <Suspense fallback={null}>
      <ProjectList {...props} shelf={shelf} note={note} onNote={setNote} />
    </Suspense>
  );
}

/** Outcome of the last action, or the reason why it failed. */
type Note =
  | {
      readonly kind: 'removed';
      readonly id: string;
      readonly name: string;
      readonly restore: () => Promise<SaveOutcome>;
    }
  | { readonly kind: 'removed-all' }
  | { readonly kind: 'failed'; readonly why: Exclude<ReopenOutcome['outcome'], 'reopened' | 'original'> | 'full' };

interface ProjectListProps extends RecentProjectsProps {
  persistence: Persistence;
  shelf: SavedList;
  note: Note | undefined;
  onNote: (note: Note | undefined) => void;
}

function ProjectList({
  persistence: { store, autosave },
  onOpen,
  className,
  shelf: { images, unreadable, failure, readAgain },
  note,
  onNote,
}: ProjectListProps) {
  const { t, i18n } = useTranslation(['editor', 'tool']);
  const [showsAll, setShowsAll] = useState(false);
  const [showsPreviews, setShowsPreviews] = useState(showsRecentPreviews);
  const [opening, setOpening] = useState<string>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const shown = showsAll ? images : images.slice(0, firstImages);
  const numbers = numbersOf(images);
  const nameOf = (image: SavedRow) => {
    const name = image.name || t('tool:photo.pasted');
    const number = numbers.get(image.id);
    return number ? t('saved.repeated', { name, number }) : name;
  };

  const togglePreviews = () => {
    rememberRecentPreviews(!showsPreviews);
    setShowsPreviews(!showsPreviews);
  };
  const open = async (id: string) => {
    if (opening) return;
    setOpening(id);
    onNote(undefined);
    const outcome = await autosave.reopen(id);
    setOpening(undefined);
    if (outcome.outcome === 'reopened' || outcome.outcome === 'original') {
      // Another image was opened meanwhile, or another page.
      if (isGone.current) releaseReopened(outcome);
      else onOpen(outcome);
    } else onNote({ kind: 'failed', why: outcome.outcome });
  };
  const remove = async (id: string, name: string) => {
    const outcome = await store.remove(id);
    onNote(
      outcome.outcome === 'removed'
        ? { kind: 'removed', id, name, restore: outcome.restore }
        : { kind: 'failed', why: outcome.outcome },
    );
  };
  const bringBack = async (restore: () => Promise<SaveOutcome>) => {
    const outcome = await restore();
    onNote(outcome === 'saved' ? undefined : { kind: 'failed', why: outcome });
  };
  const removeAll = async () => {
    const outcome = await store.removeAll();
    onNote(outcome === 'removed' ? { kind: 'removed-all' } : { kind: 'failed', why: outcome });
  };

  return (
    <section aria-label={t('saved.recent')} data-slot="recent-projects" className={className}>
      {images.length + unreadable.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="flex flex-wrap gap-x-3 text-13">
            <span role="heading" aria-level={2} className="font-medium">
              {t('saved.recent')}
            </span>
            <span className="text-soft">{t('saved.expiry')}</span>
          </p>
          <div className="-mx-2.5 flex flex-wrap">
            <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={togglePreviews}>
              {t(showsPreviews ? 'saved.hidePreviews' : 'saved.showPreviews')}
            </Button>
            <AlertDialog>
              <AlertDialogTrigger asChild>
                <Button variant="ghost" size="sm" className="pointer-coarse:h-11">
                  {t('saved.removeAll')}
                </Button>
              </AlertDialogTrigger>
              <AlertDialogContent title={t('saved.removeAllTitle')} description={t('saved.removeAllText')}>
                <AlertDialogFooter>
                  <AlertDialogCancel>{t('tool:cancel')}</AlertDialogCancel>
                  <AlertDialogAction onClick={() => void removeAll()}>{t('saved.removeAll')}</AlertDialogAction>
                </AlertDialogFooter>
              </AlertDialogContent>
            </AlertDialog>
          </div>
        </div>
      )}
      <ul className={cn('empty:hidden', showsPreviews && 'grid grid-cols-3 gap-3 sm:grid-cols-5')}>
        {shown.map((image) => (
          <ProjectTile
            key={image.id}
            image={image}
            name={nameOf(image)}
            age={formatAge(i18n.language as Locale, new Date(image.changedAt))}
            hasPreview={showsPreviews}
            isOpening={opening === image.id}
            onOpen={() => void open(image.id)}
            onRemove={() => void remove(image.id, nameOf(image))}
          />
        ))}
      </ul>
      {shown.length < images.length && (
        <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)} className="mt-3 pointer-coarse:h-11">
          {t('saved.all', { total: images.length })}
        </Button>
      )}
      {failure === 'newer-version' ? (
        <NewerVersion />
      ) : (
        (unreadable.length > 0 || failure) && (
          <Unreadable rows={unreadable} hasFailed={failure !== undefined} onRetry={readAgain} onRemove={remove} />
        )
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3 text-13">
        <span role="status">
          {note?.kind === 'removed' && <span>{t('saved.removed', { name: note.name })}</span>}
          {note?.kind === 'removed-all' && <span>{t('saved.removedAll')}</span>}
        </span>
        {note?.kind === 'removed' && <UndoRemove key={note.id} onUndo={() => void bringBack(note.restore)} />}
        {note?.kind === 'failed' && (
          <p role="alert" data-code={note.why} className="text-danger">
            {t(`saved.failed.${note.why}`)}
          </p>
        )}
      </div>
    </section>
  );
}

/**
 * Numbers images of the same name in the order in which they were opened, so that users can distinguish them.
 * @returns the numbers by image ID. The first image of a name has no number, the second has 2.
 */
function numbersOf(images: readonly SavedRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  for (const { id, name } of images.toSorted((one, other) => one.openedAt - other.openedAt)) {
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    if (number > 1) numbers.set(id, number);
  }
  return numbers;
}

/** Says that a newer version of the page has saved the images, and that loading the page again opens them. */
function NewerVersion() {
  const { t } = useTranslation(['editor', 'common']);
  return (
    <Banner
      tone="warning"
      data-slot="newer-projects"
      className="mt-3"
      title={t('saved.newerTitle')}
      actions={
        <Button size="sm" onClick={() => location.reload()} className="pointer-coarse:h-11">
          {t('common:crash.reload')}
        </Button>
      }
    >
      {t('saved.newerText')}
    </Banner>
  );
}

interface UnreadableProps {
  rows: readonly UnreadableRow[];
  /** True when the list itself could not be read. */
  hasFailed: boolean;
  onRetry: () => Promise<void>;
  onRemove: (id: string, name: string) => Promise<void>;
}

/** Lists projects that could not be read. They stay saved until the user removes them. */
function Unreadable({ rows, hasFailed, onRetry, onRemove }: UnreadableProps) {
  const { t } = useTranslation(['editor', 'tool']);
  const [isReading, setReading] = useState(false);
  const retry = () => {
    setReading(true);
    void onRetry().finally(() => setReading(false));
  };
  return (
    <Banner
      tone="warning"
      data-slot="unreadable-projects"
      className="mt-3"
      title={hasFailed ? t('saved.listUnreadable') : t('saved.unreadable', { count: rows.length })}
      actions={
        <Button size="sm" loading={isReading} onClick={retry} className="pointer-coarse:h-11">
          {t('tool:retry')}
        </Button>
      }
    >
      <p>{t('saved.unreadableText')}</p>
      <ul className="mt-1 empty:hidden">
        {rows.map(({ id, name: stored }) => {
          const name = stored || t('tool:photo.pasted');
          return (
            <li key={id} className="flex items-center gap-1">
              <span title={name} className="min-w-0 truncate">
                {name}
              </span>
              <IconButton
                size="sm"
                label={t('saved.remove', { name })}
                title={t('saved.remove', { name })}
                onClick={() => void onRemove(id, name)}
                className="pointer-coarse:size-11"
              >
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}

interface ProjectTileProps {
  image: SavedRow;
  name: string;
  age: string;
  hasPreview: boolean;
  isOpening: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

function ProjectTile({ image, name, age, hasPreview, isOpening, onOpen, onRemove }: ProjectTileProps) {
  const { t } = useTranslation('editor');
  const [tone, measureTone] = useToneOfImage();
  return (
    <li
      className={cn('flex min-w-0 items-center gap-1', hasPreview ? 'flex-wrap items-start' : 'border-b border-line')}
    >
      <button
        type="button"
        aria-label={t('saved.open', { name, age })}
        aria-busy={isOpening}
        onClick={onOpen}
        className={cn(
          'min-w-0 rounded-md transition-colors duration-fast aria-busy:cursor-progress',
          hasPreview
            ? 'block w-full overflow-hidden border border-line hover:border-line-strong'
            : '-ms-2.5 flex-1 px-2.5 py-2 hover:bg-hover pointer-coarse:min-h-11',
        )}
      >
        {hasPreview ? (
          <Checkerboard tone={tone} className="aspect-4/3 w-full">
            <BlobImage blob={image.thumbnail} onLoad={measureTone} className="size-full object-contain" />
          </Checkerboard>
        ) : (
          <ProjectName image={image} name={name} age={age} />
        )}
      </button>
      {hasPreview && (
        <div className="min-w-0 flex-1">
          <ProjectName image={image} name={name} age={age} />
        </div>
      )}
      <IconButton
        size="sm"
        label={t('saved.remove', { name })}
        title={t('saved.remove', { name })}
        onClick={onRemove}
        className="-me-1 pointer-coarse:size-11"
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

function ProjectName({ image, name, age }: Pick<ProjectTileProps, 'image' | 'name' | 'age'>) {
  const { t } = useTranslation('editor');
  return (
    <span className="block text-start text-12">
      <span title={name} className="block truncate text-13">
        {name}
      </span>
      <span className="block text-faint">{age}</span>
      {!image.hasResult && <span className="block text-faint">{t('saved.noResult')}</span>}
    </span>
  );
}

/** Undo button. It takes the focus, because the button that was pressed has been removed. */
function UndoRemove({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation('editor');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} size="sm" onClick={onUndo} className="pointer-coarse:h-11">
      {t('saved.undoRemove')}
    </Button>
  );
}

/**
 * Reads the saved projects, and reads them again when the store changes.
 * @returns undefined until the storage has been read, and permanently when there is no storage.
 */
function useSavedList(store: ProjectStore): SavedList | undefined {
  const [list, setList] = useState<Omit<SavedList, 'readAgain'>>();
  const isGone = useRef(false);
  const readAgain = useCallback(async () => {
    const listed = await store.list();
    if (isGone.current || listed.outcome === 'no-storage') return;
    setList((before = { images: [], unreadable: [], failure: undefined }) =>
      listed.outcome === 'listed'
        ? { images: listed.images, unreadable: listed.unreadable, failure: undefined }
        : { ...before, failure: listed.outcome },
    );
  }, [store]);
  useEffect(() => {
    isGone.current = false;
    void readAgain();
    const stop = store.subscribe(() => void readAgain());
    return () => {
      isGone.current = true;
      stop();
    };
  }, [store, readAgain]);
  return list && { ...list, readAgain };
}
