import { Slot } from 'radix-ui';
import { useComposedRefs } from 'radix-ui/internal';
import { createContext, use, useId, useRef, type ChangeEvent, type ComponentProps, type RefObject } from 'react';

import { cn } from '../../cn.ts';
import { CutLine } from '../cut-line/cut-line.tsx';
import { useFileDrop } from './use-file-drop.ts';

export { useFileDrop, type UseFileDropOptions } from './use-file-drop.ts';
export {
  carriesImage,
  type FileDropHandlers,
  type FileDropState,
  watchFileDrop,
  watchOwnDrags,
} from './watch-file-drop.ts';

/** `idle`: still. `over`: files hang above it, the cut line runs. `disabled`: takes nothing. */
export type DropZoneState = 'idle' | 'over' | 'disabled';

export interface DropZoneProps extends ComponentProps<'div'> {
  /** Receives what was dropped or picked, at least one file. Dropped files may be of any kind: check the bytes. */
  onFiles: (files: File[]) => void;
  /** What the file picker offers, as in `<input accept>`. It does not bind what is dropped. */
  accept?: string;
  /** Takes more than one file at a time. */
  multiple?: boolean;
  /** Overrules what the zone sees by itself: pass the window's `useFileDrop()` so that it runs with the whole page. */
  state?: DropZoneState;
}

interface Picker {
  readonly id: string;
  readonly input: RefObject<HTMLInputElement | null>;
}

const PickerContext = createContext<Picker | null>(null);

/** The place where work begins: the cut line round its children. Put a `DropZoneTrigger` among them. */
export function DropZone({
  onFiles,
  accept,
  multiple = false,
  state,
  ref,
  className,
  children,
  ...props
}: DropZoneProps) {
  const zone = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const disabled = state === 'disabled';
  const seen = useFileDrop({ target: zone, onFiles, disabled });
  const shown = disabled || seen === 'idle' ? (state ?? seen) : seen;

  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Emptied, else picking the same file a second time would change nothing and so say nothing.
    event.target.value = '';
    if (files.length > 0) onFiles(files);
  };

  return (
    <div
      ref={useComposedRefs(zone, ref)}
      data-slot="drop-zone"
      data-state={shown}
      className={cn(
        'relative rounded-lg bg-sheet p-6 transition-colors duration-base data-[state=over]:bg-accent-wash',
        className,
      )}
      {...props}
    >
      <CutLine state={shown === 'over' ? 'running' : 'still'} className={cn(disabled && 'opacity-40')} />
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={pick}
      />
      <PickerContext value={{ id, input }}>{children}</PickerContext>
    </div>
  );
}

/**
 * Gives its only child, a `Button`, the power to open the file picker of the zone it stands in. In the HTML its
 * `data-picks-with` names the zone's `input[type=file]` by its id, so that a page whose script is not here yet can open it.
 */
export function DropZoneTrigger(props: ComponentProps<typeof Slot.Root>) {
  const picker = use(PickerContext);
  return <Slot.Root data-picks-with={picker?.id} onClick={() => picker?.input.current?.click()} {...props} />;
}
