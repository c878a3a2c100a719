import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import type { Viewport } from '../../viewport/create-viewport.ts';
import { Stage, type StageHandle } from '../canvas/stage.tsx';
import { subjectBox } from '../../document/crop-geometry.ts';
import { CropOverlay, type CropOverlayProps } from './crop-overlay.tsx';
import type { Editor } from '../../editor.ts';
import { MatteOutline } from '../canvas/matte-outline.tsx';
import { useBackgroundPainter } from '../use-background-painter.ts';
import { useOriginal } from '../canvas/use-original.ts';
import {
  type CanvasBackground,
  isChecker,
  paintCanvasBackground,
  paintPlaced,
  paintSubject,
} from '../../rendering/paint.ts';
import { useCropScene } from './use-crop-scene.ts';
import { useEditedMatte } from '../use-edited-matte.ts';
import { useNeed } from '../use-need.ts';

export interface CropStageProps {
  editor: Editor;
  store: Viewport;
  canvasBackground: CanvasBackground;
  outlined: boolean;
  /** True while a key or a button is held that shows only the original. */
  original: boolean;
}

/** Stage of the crop tool: the image under an upright crop, including the parts outside the crop. */
export function CropStage({ editor, store, canvasBackground, outlined, original }: CropStageProps) {
  const { t } = useTranslation('editor');
  const { document, rendering, stageImages, segmentation: result } = editor;
  const matte = useEditedMatte(editor);
  const subject = useMemo(() => subjectBox(matte), [matte]);
  const image = useOriginal(stageImages);
  const paintBackground = useBackgroundPainter(editor, canvasBackground);
  const stage = useRef<StageHandle>(null);
  useNeed(rendering, 'subject');
  useEffect(() => stageImages.subscribe(() => stage.current?.repaint()), [stageImages]);
  useEffect(
    () => rendering.subscribe((now, before) => now.subject !== before.subject && stage.current?.repaint()),
    [rendering],
  );
  const { size, imageToScene } = useCropScene(document, result);
  return (
    <Stage
      ref={stage}
      imageSize={size}
      store={store}
      paint={(context, { view: { scale }, ratio }) => {
        paintCanvasBackground(
          context,
          { x: 0, y: 0, width: size.widthPx, height: size.heightPx },
          canvasBackground,
          ratio,
        );
        paintBackground?.(context, imageToScene);
        // Without a background, the removed parts stay faintly visible, because they help to place the crop.
        if (image && (original || (isChecker(canvasBackground) && !paintBackground))) {
          context.globalAlpha = original ? 1 : 0.25;
          paintPlaced(context, image, result, imageToScene, scale * ratio);
          context.globalAlpha = 1;
        }
        if (original) return;
        const { subject: toned } = rendering.getState();
        const painted = { cutout: stageImages.cutout(), toned: toned?.bitmap };
        paintSubject(context, painted, result, imageToScene, scale * ratio);
      }}
      label={t('view.stage')}
      interaction="tool"
      className="size-full"
    >
      {outlined && <MatteOutline editor={editor} store={store} placement={imageToScene} />}
      <PlacedOverlay store={store} editor={editor} imageSize={result} subject={subject} />
    </Stage>
  );
}

/** Crop overlay that follows the camera, without a render of the stage. */
function PlacedOverlay({ store, ...props }: Omit<CropOverlayProps, 'view' | 'viewport'> & { store: Viewport }) {
  const place = useStore(
    store,
    useShallow(({ view, viewport }) => ({ view, viewport })),
  );
  return <CropOverlay {...props} {...place} />;
}
