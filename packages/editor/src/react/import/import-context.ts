import type { Conversion } from '@isola/convert';
import { createContext, use } from 'react';

/** MIME types that the file picker offers. The type of an opened file is detected from its first bytes. */
export const imageTypes = 'image/jpeg,image/png,image/webp';

/**
 * Checks whether more than one of these files is an image. A project, which only the tool for single images opens, is
 * recognised by its name, because the decision must not wait until the files are read.
 * @example
 * if (areSeveralImages(files)) openInBatch(files);
 */
export function areSeveralImages(files: readonly File[]): boolean {
  return files.filter(({ name }) => !/\.isola$/i.test(name)).length > 1;
}

export interface ImportState {
  /** @param conversion what happened to the file when it was converted on the device. */
  readonly take: (files: File[], conversion?: Conversion) => void;
  readonly state: 'idle' | 'over';
  /** True once the browser has been idle. Code that is not needed at first is loaded then. */
  readonly isQuiet: boolean;
  /** Files that arrived together, if more than one did. Only the first is opened. */
  readonly cameAtOnce: readonly File[] | undefined;
  readonly dismissNote: () => void;
}

export const ImportContext = createContext<ImportState | undefined>(undefined);

/** @throws outside an `ImageImport`. */
export function useImageImport(): ImportState {
  const state = use(ImportContext);
  if (!state) throw new Error('useImageImport needs an ImageImport around it');
  return state;
}
