import { Button, type ButtonProps } from '@isola/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogTrigger } from '@isola/ui/dialog';
import { FolderSync } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

import type { FolderWatch, FolderWatchState } from '../../folders/create-folder-watch.ts';
import type { WatchedFolders } from '../../folders/folder-store.ts';
import { pickFolder } from './use-folder-watch.ts';

export interface FolderButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  /** Undefined until the batch is loaded. The button is disabled then, so that nothing moves when it is. */
  watch: FolderWatch | undefined;
}

const unloaded = createStore<FolderWatchState>(() => ({ kind: 'off' }));

/** Button with a dialog that chooses the two folders. It is hidden while folders are watched. */
export function FolderButton({ watch, size, className }: FolderButtonProps) {
  const { t } = useTranslation('batch');
  const [isOpen, setOpen] = useState(false);
  const isOff = useStore(watch ?? unloaded, ({ kind }) => kind === 'off');
  if (!isOff) return null;
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size={size} disabled={!watch} className={className}>
          <FolderSync aria-hidden />
          {t('folders.button')}
        </Button>
      </DialogTrigger>
      <DialogContent
        size="sm"
        title={t('folders.title')}
        description={t('folders.text')}
        closeLabel={t('folders.close')}
      >
        {watch && <FolderForm watch={watch} onStarted={() => setOpen(false)} />}
      </DialogContent>
    </Dialog>
  );
}

type Problem = 'same' | 'denied';

function FolderForm({ watch, onStarted }: { watch: FolderWatch; onStarted: () => void }) {
  const { t } = useTranslation('batch');
  const [folders, setFolders] = useState<Partial<WatchedFolders>>({});
  const [problem, setProblem] = useState<Problem>();
  const pick = async (role: keyof WatchedFolders) => {
    setProblem(undefined);
    try {
      const folder = await pickFolder(role);
      if (folder) setFolders((before) => ({ ...before, [role]: folder }));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setProblem('denied');
    }
  };
  const { source, target } = folders;
  const start = async () => {
    if (!source || !target) return;
    if (await watch.start({ source, target })) setProblem('same');
    else onStarted();
  };
  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-4">
          <FolderRow label={t('folders.source')} folder={source} onPick={() => void pick('source')} />
          <FolderRow label={t('folders.target')} folder={target} onPick={() => void pick('target')} />
          <p role="alert" className="text-13 text-danger empty:hidden">
            {problem && t(`folders.${problem}`)}
          </p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button
          variant="primary"
          disabled={!source || !target}
          onClick={() => void start()}
          className="pointer-coarse:h-11"
        >
          {t('folders.start')}
        </Button>
      </DialogFooter>
    </>
  );
}

interface FolderRowProps {
  label: string;
  folder: FileSystemDirectoryHandle | undefined;
  onPick: () => void;
}

function FolderRow({ label, folder, onPick }: FolderRowProps) {
  const { t } = useTranslation('batch');
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <p id={id} className="text-13 text-soft">
        {label}
      </p>
      <div className="flex items-center gap-3">
        <Button size="sm" onClick={onPick} className="pointer-coarse:h-11">
          {t('folders.choose')}
        </Button>
        {folder && (
          <bdi translate="no" className="min-w-0 truncate">
            {folder.name}
          </bdi>
        )}
      </div>
    </div>
  );
}
