import { useEffect } from 'react';

import type { RenderNeed, Rendering } from '../rendering/create-rendering.ts';

/** Requests one kind of output from the rendering while the component is mounted and `wanted` is true. */
export function useNeed({ need }: Rendering, kind: RenderNeed, wanted = true): void {
  useEffect(() => (wanted ? need(kind) : undefined), [need, kind, wanted]);
}
