import { useEffect } from 'react';

import type { Editor } from '../editor.ts';
import { followBackground } from '../export/fitting-format.ts';

/** Keeps the file format fitting the background: JPEG for an opaque one, PNG for a transparent one. */
export function useFittingFormat({ document, registries }: Editor, isWanted: boolean): void {
  useEffect(() => (isWanted ? followBackground(document, registries) : undefined), [document, registries, isWanted]);
}
