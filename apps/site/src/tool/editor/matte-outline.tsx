import type { Affine } from '@isola/imaging';
import { useMemo } from 'react';

import type { ViewStore } from '../canvas/create-view-store.ts';
import { Outline } from '../canvas/outline.tsx';
import { traceOutline } from '../canvas/trace-outline.ts';
import type { Desk } from './desk-of.ts';
import { useEditedMatte } from './use-edited-matte.ts';

export interface MatteOutlineProps {
  desk: Desk;
  store: ViewStore;
  /** From px of the photo to the stage's. */
  placement?: Affine;
}

/** The outline of the subject as it stands, over any stage. */
export function MatteOutline({ desk, ...place }: MatteOutlineProps) {
  const matte = useEditedMatte(desk);
  const paths = useMemo(() => traceOutline(matte), [matte]);
  return <Outline paths={paths} {...place} />;
}
