import { GripVertical } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Desk, useRecipe, useRendering } from '../editor/desk-of.ts';
import { formats } from '../editor/formats.ts';
import { useMedia } from '../editor/use-media.ts';
import { useNeed } from '../editor/use-need.ts';
import { safeFileName } from '../safe-file-name.ts';

/** Whoever takes the file may begin after it was let go. */
const keepAddressMs = 60_000;

/**
 * A grip by which the file is dragged to the desktop or into another window. For a mouse alone: keys and fingers have the
 * button beside it, which does the same.
 */
export function DragOut({ desk: { document: photo, rendering } }: { desk: Desk }) {
  const { t } = useTranslation('editor');
  const hasMouse = useMedia('(hover: hover) and (pointer: fine)');
  const [wanted, setWanted] = useState(false);
  const { file } = useRendering(rendering);
  const { state: recipe } = useRecipe(photo);
  // Who points at it is about to want the file.
  useNeed(rendering, 'file', wanted);
  const stop = useRef<() => void>(undefined);
  if (!hasMouse) return null;
  const isReady = file.state === 'ready';

  const start = (event: DragEvent) => {
    if (!isReady) return event.preventDefault();
    const name = safeFileName(photo.photo.name, {
      fallback: t('tool:photo.fileName'),
      ending: formats[recipe.export.format].ending,
    });
    stop.current = offer(event.dataTransfer, file.file, name);
  };
  return (
    <span
      aria-hidden
      data-slot="drag-out"
      data-state={isReady ? 'ready' : 'waiting'}
      draggable={isReady}
      title={t('help.dragHint')}
      onPointerEnter={() => setWanted(true)}
      onPointerLeave={() => setWanted(false)}
      onDragStart={start}
      onDragEnd={() => {
        stop.current?.();
        setWanted(false);
      }}
      className="flex h-8 cursor-grab items-center gap-1 rounded-sm px-1.5 text-13 text-soft select-none hover:bg-hover hover:text-ink data-[state=waiting]:cursor-progress data-[state=waiting]:text-faint max-lg:h-12"
    >
      <GripVertical className="size-4" strokeWidth={1.5} />
      <span className="max-lg:hidden">{t('help.drag')}</span>
    </span>
  );
}

/** Puts the file on offer in each browser's way. @returns ends it. */
function offer(transfer: DataTransfer, file: Blob, name: string): () => void {
  const url = URL.createObjectURL(file);
  transfer.effectAllowed = 'copy';
  // Chromium fetches the address itself; the others take the file.
  transfer.setData('DownloadURL', `${file.type}:${name}:${url}`);
  if (!('chrome' in window)) transfer.items.add(new File([file], name, { type: file.type }));
  // Let go over this page it would become the next photo.
  const withhold = (event: Event) => {
    event.stopImmediatePropagation();
    if (event.type === 'drop') event.preventDefault();
  };
  const events = ['dragenter', 'dragover', 'dragleave', 'drop'];
  for (const type of events) window.addEventListener(type, withhold, { capture: true });
  return () => {
    for (const type of events) window.removeEventListener(type, withhold, { capture: true });
    setTimeout(() => URL.revokeObjectURL(url), keepAddressMs);
  };
}
