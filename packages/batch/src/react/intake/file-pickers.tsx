import { Button, type ButtonProps } from '@isola/ui/button';
import { type ChangeEvent, type ReactNode, useId, useRef } from 'react';

import { withoutHidden } from './dropped-files.ts';

export interface FilePickerProps extends Omit<ButtonProps, 'onClick'> {
  /** `folder`: all files of a folder, and of those within it. */
  kind: 'files' | 'folder';
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** The types that a file picker offers. What a file really is, its first bytes show. */
const imageTypes = 'image/jpeg,image/png,image/webp';

/** A button that has the browser ask for images. */
export function FilePicker({ kind, onFiles, children, ...props }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Emptied, else picking the same files a second time would change nothing and so say nothing.
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
      {/* As a `DropZoneTrigger`: it opens before the script is here. */}
      <Button data-picks-with={id} {...props} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

/** Phones have no folders to pick. */
export function canPickFolders(): boolean {
  return 'webkitdirectory' in HTMLInputElement.prototype && matchMedia('(pointer: fine)').matches;
}
