import { useEffect } from 'react';

import type { RenderNeed, Rendering } from '../rendering/create-rendering.ts';

/** Has the rendering make what is looked at, for as long as it is. */
export function useNeed({ need }: Rendering, kind: RenderNeed, wanted = true): void {
  useEffect(() => (wanted ? need(kind) : undefined), [need, kind, wanted]);
}
