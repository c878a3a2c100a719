import { type Affine, traceOutline } from '@isola/imaging';
import { useMemo } from 'react';

import type { Viewport } from '../../viewport/create-viewport.ts';
import { Outline } from './outline.tsx';
import type { Editor } from '../../editor.ts';
import { useEditedMatte } from '../use-edited-matte.ts';

export interface MatteOutlineProps {
  editor: Editor;
  store: Viewport;
  /** Transform from px of the image to px of the stage's picture. */
  placement?: Affine;
}

/** Outline of the subject in the edited matte, over any stage. */
export function MatteOutline({ editor, ...place }: MatteOutlineProps) {
  const matte = useEditedMatte(editor);
  const paths = useMemo(() => traceOutline(matte), [matte]);
  return <Outline paths={paths} {...place} />;
}
