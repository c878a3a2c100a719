import { Button, type ButtonProps } from '@isola/ui/button';
import { type ChangeEvent, type ReactNode, useId, useRef } from 'react';

import { withoutHidden } from './dropped-files.ts';

export interface FilePickerProps extends Omit<ButtonProps, 'onClick'> {
  /** `folder` picks all files of a folder and its subfolders. */
  kind: 'files' | 'folder';
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Types that the file picker offers. The batch checks the real type by the first bytes of the file. */
const imageTypes = 'image/jpeg,image/png,image/webp';

/** Button that opens the browser's file picker. */
export function FilePicker({ kind, onFiles, children, ...props }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Emptied, because picking the same files again would otherwise not fire a change event.
    event.target.value = '';
    if (files.length > 0) onFiles(kind === 'folder' ? withoutHidden(files) : files);
  };
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        hidden
        data-slot={`pick-${kind}`}
        onChange={pick}
        {...(kind === 'folder' ? { webkitdirectory: '' } : { accept: imageTypes })}
      />
      {/* `data-picks-with` works as in `DropZoneTrigger`: the button opens the picker even before this script is
          loaded. */}
      <Button data-picks-with={id} {...props} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

/** Checks whether folders can be picked. Phones have no folder picker. */
export function canPickFolders(): boolean {
  return 'webkitdirectory' in HTMLInputElement.prototype && matchMedia('(pointer: fine)').matches;
}
