import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { ViewStore } from '../canvas/create-view-store.ts';
import { Stage, type StageHandle } from '../canvas/stage.tsx';
import { subjectBox } from '../document/frame.ts';
import { CropOverlay } from './crop-overlay.tsx';
import type { Desk } from './desk-of.ts';
import { MatteOutline } from './matte-outline.tsx';
import { type Ground, paintGround, paintPlaced } from './paint.ts';
import { useCropScene } from './use-crop-scene.ts';
import { useEditedMatte } from './use-edited-matte.ts';

export interface CropStageProps {
  desk: Desk;
  store: ViewStore;
  ground: Ground;
  outlined: boolean;
  /** Whether the original alone is seen, for as long as somebody holds a key or a button. */
  original: boolean;
}

/** The photo beneath an upright frame, which says what of it is seen. */
export function CropStage({ desk, store, ground, outlined, original }: CropStageProps) {
  const { t } = useTranslation('editor');
  const { document, pictures, result } = desk;
  const matte = useEditedMatte(desk);
  const subject = useMemo(() => subjectBox(matte), [matte]);
  const { view, viewport } = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const stage = useRef<StageHandle>(null);
  useEffect(() => desk.onPictures(() => stage.current?.repaint()), [desk]);
  const { size, photoToScene } = useCropScene(document, result);
  return (
    <Stage
      ref={stage}
      picture={size}
      store={store}
      paint={(context, { view: { scale }, ratio }) => {
        paintGround(context, { x: 0, y: 0, width: size.widthPx, height: size.heightPx }, ground, ratio);
        const photo = pictures.original();
        // Where there is no background, what was cut away stays faintly visible: a crop is placed by it, too.
        if (photo && (original || ground === 'checker')) {
          context.globalAlpha = original ? 1 : 0.25;
          paintPlaced(context, photo, result, photoToScene, scale * ratio);
          context.globalAlpha = 1;
        }
        if (!original) paintPlaced(context, pictures.cutout(), result, photoToScene, scale * ratio);
      }}
      label={t('view.stage')}
      interaction="tool"
      className="size-full"
    >
      {outlined && <MatteOutline desk={desk} store={store} placement={photoToScene} />}
      <CropOverlay document={document} photoSize={result} view={view} viewport={viewport} subject={subject} />
    </Stage>
  );
}
