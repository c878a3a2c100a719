import { offerFile } from '@isola/files';
import { GripVertical } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Editor } from '../editor.ts';
import { formatOf } from '../document/formats.ts';
import { useMedia } from './use-media.ts';
import { useNeed } from './use-need.ts';

const states = { idle: 'waiting', working: 'waiting', ready: 'ready', failed: 'failed' } as const;

/**
 * Handle by which the file is dragged to the desktop or into another window. It exists for a mouse only. Keyboard and
 * touch users have the download button next to it, which has the same result.
 */
export function DragOut({ editor: { document: photo, naming, rendering, registries } }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const hasMouse = useMedia('(hover: hover) and (pointer: fine)');
  const [wanted, setWanted] = useState(false);
  const fileState = useStore(rendering, ({ file }) => file.state);
  // A user who points at the handle will probably drag the file, so it is written now.
  useNeed(rendering, 'file', wanted);
  const stop = useRef<() => void>(undefined);
  if (!hasMouse) return null;
  const isReady = fileState === 'ready';
  const hasFailed = fileState === 'failed';

  const start = (event: DragEvent) => {
    const { file } = rendering.getState();
    if (file.state !== 'ready') return event.preventDefault();
    const name = naming.nameOf(photo.image.name, {
      fallback: t('tool:photo.fileName'),
      ending: formatOf(photo.history.getState().state.export.format, registries.formats).ending,
    });
    stop.current = offerFile(event.dataTransfer, file.file, name);
  };
  return (
    <span
      aria-hidden
      data-slot="drag-out"
      data-state={states[fileState]}
      draggable={isReady}
      title={t(hasFailed ? 'help.dragFailed' : 'help.dragHint')}
      onPointerEnter={() => {
        setWanted(true);
        if (hasFailed) rendering.retry();
      }}
      onPointerLeave={() => setWanted(false)}
      onDragStart={start}
      onDragEnd={() => {
        stop.current?.();
        setWanted(false);
      }}
      className="flex h-8 cursor-grab items-center gap-1 rounded-sm px-1.5 text-13 text-soft select-none hover:bg-hover hover:text-ink data-[state=failed]:cursor-not-allowed data-[state=failed]:text-danger data-[state=waiting]:cursor-progress data-[state=waiting]:text-faint max-md:h-12"
    >
      <GripVertical className="size-4" strokeWidth={1.5} />
      <span className="max-md:hidden">{t('help.drag')}</span>
    </span>
  );
}
