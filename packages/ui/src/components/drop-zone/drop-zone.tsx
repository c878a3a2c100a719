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

/**
 * `idle`: nothing is dragged. `over`: files are dragged over the zone and the cut line is animated. `disabled`: drops
 * are ignored.
 */
export type DropZoneState = 'idle' | 'over' | 'disabled';

export interface DropZoneProps extends ComponentProps<'div'> {
  /** Called with the dropped or picked files, at least one. Dropped files may have any format: check their bytes. */
  onFiles: (files: File[]) => void;
  /** File types offered by the file picker, as in `<input accept>`. Does not restrict dropped files. */
  accept?: string;
  /** Allows more than one file at a time. */
  multiple?: boolean;
  /**
   * Overrides the zone's own state. Pass the result of the window's `useFileDrop()` to highlight the zone while files
   * are dragged over the page.
   */
  state?: DropZoneState;
}

interface Picker {
  readonly id: string;
  readonly input: RefObject<HTMLInputElement | null>;
}

const PickerContext = createContext<Picker | null>(null);

/** Area for dropping files, outlined by the cut line. Include a `DropZoneTrigger` in its children. */
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
    // Cleared, because picking the same file again would otherwise fire no event.
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
 * Makes its only child, a `Button`, open the file picker of the surrounding zone. In the HTML, `data-picks-with`
 * contains the id of the zone's `input[type=file]`, so that a page can open it before its script has loaded.
 */
export function DropZoneTrigger(props: ComponentProps<typeof Slot.Root>) {
  const picker = use(PickerContext);
  return <Slot.Root data-picks-with={picker?.id} onClick={() => picker?.input.current?.click()} {...props} />;
}
