import { createContext, use } from 'react';

/** Types that a file picker offers. The type of a file that comes is read from its first bytes. */
export const imageTypes = 'image/jpeg,image/png,image/webp';

export interface ImportState {
  readonly take: (files: File[]) => void;
  readonly state: 'idle' | 'over';
  /** True once the browser has been idle: code that is not needed at first is loaded then. */
  readonly isQuiet: boolean;
  /** Number of files that came at once, when there were more than the one that was taken. */
  readonly cameAtOnce: number | undefined;
  readonly dismissNote: () => void;
}

export const ImportContext = createContext<ImportState | undefined>(undefined);

/** @throws outside an `ImageImport`. */
export function useImageImport(): ImportState {
  const state = use(ImportContext);
  if (!state) throw new Error('useImageImport needs an ImageImport around it');
  return state;
}
