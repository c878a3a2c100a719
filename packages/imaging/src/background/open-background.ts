import * as z from 'zod/mini';

import { CompositorError } from '../job/compositor-error.ts';
import type {
  BackgroundDefinition,
  BackgroundParams,
  BackgroundScene,
  OpenBackground,
} from './define-background-source.ts';

/** Opens a background whose params are already bound. The background is rendered for the given scene. */
export type BackgroundOpener = (
  scene: BackgroundScene,
  yieldToEventLoop: () => Promise<void>,
) => OpenBackground | Promise<OpenBackground>;

export interface CheckedBackground extends Pick<BackgroundDefinition, 'followsImage'> {
  readonly open: BackgroundOpener;
}

/**
 * Finds the definition for the given params and checks the params.
 * @throws {CompositorError} `processing-failed` when no definition has that kind, or its schema rejects the params.
 */
export function checkBackground(
  definitions: readonly BackgroundDefinition[],
  params: BackgroundParams,
): CheckedBackground {
  const definition = definitions.find(({ kind }) => kind === params.kind);
  if (!definition) throw new CompositorError('processing-failed', `there is no background of kind “${params.kind}”`);
  const checked = definition.schema.safeParse(params);
  if (!checked.success) {
    throw new CompositorError('processing-failed', `background “${params.kind}”: ${z.prettifyError(checked.error)}`);
  }
  return {
    followsImage: definition.followsImage,
    open: (scene, yieldToEventLoop) => definition.open(checked.data, scene, yieldToEventLoop),
  };
}
