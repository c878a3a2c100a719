import { useEffect, useRef } from 'react';

import { surroundingsOf } from '../../document/with-background.ts';
import { layersOf } from '../../document/layers.ts';
import type { Editor } from '../../editor.ts';
import { inverse } from '@isola/imaging';
import { resultPlacementOf } from '../../document/enlargement.ts';
import { createLiveShadow, type LiveShadow } from '../../rendering/create-live-shadow.ts';

/**
 * Shadow that follows the sun from the first move until the worker has rendered the last state.
 * @returns a function that begins to follow, and one that returns the shadow while it is to be painted.
 */
export function useLiveShadow({ document, registries, rendering, segmentation, stageImages }: Editor) {
  const live = useRef<LiveShadow>(undefined);
  useEffect(
    () =>
      rendering.subscribe(({ isViewCurrent, failure }) => {
        if (failure || (isViewCurrent && !document.history.getState().isPreview)) live.current = undefined;
      }),
    [document, rendering],
  );
  return {
    current: () => live.current,
    follow: () => {
      const { state } = document.history.getState();
      // The outline casts the shadow together with the subject. Only the worker draws it, the photograph's own shadow, reflections,
      // and other subjects.
      const hasSubjects = layersOf(state).some((layer) => layer.kind === 'picture' && layer.subject);
      const { photographed, reflection } = state.light;
      if (live.current || state.outline || photographed || reflection || hasSubjects) return;
      const { view } = rendering.getState();
      const transform = resultPlacementOf(state, segmentation);
      const isOfThisCrop = view !== undefined && JSON.stringify(view.transform) === JSON.stringify(transform);
      const ratio = transform.widthPx / transform.heightPx;
      live.current = createLiveShadow({
        cutout: stageImages.cutout(),
        image: segmentation,
        toResult: inverse(transform.toPhoto),
        result: transform,
        ground: surroundingsOf(state.background, registries.backgrounds, ratio)?.ground,
        view: isOfThisCrop && view.background.source.kind !== 'transparent' ? view : undefined,
      });
    },
  };
}
