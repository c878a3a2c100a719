import type { Bounds, Size } from '@isola/imaging';
import { cn } from '@isola/ui/cn';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Camera, ViewportSize } from '../../viewport/view.ts';
import { cropOrNone, turnedRect, wholeImageCrop } from '../../document/crop-geometry.ts';
import { resultSizeOf } from '../../document/enlargement.ts';
import { type Handle, moved, resized, snappingTo } from '../../crop/crop-interaction.ts';
import type { Editor } from '../../editor.ts';
import type { CropRect, DocumentState } from '../../schema/document-state.ts';
import { useAnnouncement } from '../help/use-announcement.ts';
import { lockedRatio } from '../../document/crop-choice.ts';
import { HandleButton } from '../canvas/handle-button.tsx';
import { arrowStep, useStateDrag } from '../canvas/use-state-drag.ts';
import { useCropPreset } from './use-crop-preset.ts';
import { useCropScene } from './use-crop-scene.ts';

export interface CropOverlayProps {
  editor: Pick<Editor, 'document' | 'cropChoice'>;
  imageSize: Size;
  /** Camera that shows the scene of `useCropScene` in the viewport. */
  view: Camera;
  viewport: ViewportSize;
  /** Bounding box of the subject in px of the image. The crop snaps to it. */
  subject: Bounds | undefined;
}

type Grip = Handle | 'whole';

/** Distance within which a dragged edge snaps, in CSS px. */
const snapReach = 7;

// Corners come last, so that they lie above the sides when the crop is small.
const handles = [
  'top',
  'right',
  'bottom',
  'left',
  'top-left',
  'top-right',
  'bottom-right',
  'bottom-left',
] as const satisfies readonly Handle[];

/**
 * Shows the crop over its scene. The crop is dragged as a whole, by its corners or by its sides, or moved by the arrow
 * keys. Escape during a drag restores the crop. Shift locks its ratio.
 */
export function CropOverlay({
  editor: { document, cropChoice },
  imageSize,
  view,
  viewport,
  subject,
}: CropOverlayProps) {
  const { t } = useTranslation('editor');
  const { history } = document;
  const state = useStore(history, ({ state }) => state);
  const preset = useCropPreset(cropChoice, state, imageSize);
  const { cropInScene } = useCropScene(document, imageSize);
  const [said, say] = useAnnouncement();
  const hint = useId();

  const sizeText = (from: DocumentState) => {
    const { widthPx, heightPx } = resultSizeOf(from, imageSize);
    return t('crop.frameSize', { w: widthPx, h: heightPx });
  };
  const withCrop = (from: DocumentState, crop: CropRect) => ({ ...from, crop: cropOrNone(crop, imageSize) });
  const { moving, gripProps } = useStateDrag<Grip>({
    history,
    step: 'crop',
    onDrag(from, grip, acrossCss, downCss, { shiftKey }) {
      const crop = from.crop ?? wholeImageCrop(imageSize);
      const [across, down] = [acrossCss / view.scale, downCss / view.scale];
      // A tilted subject has no edges to snap to.
      const box = subject && crop.angleDeg % 90 === 0 ? turnedRect(subject, crop) : undefined;
      const snapping = snappingTo(imageSize, crop, box, snapReach / view.scale);
      if (grip === 'whole') return withCrop(from, moved(crop, across, down, snapping));
      const currentRatio = shiftKey ? crop.widthPx / crop.heightPx : undefined;
      const ratio = lockedRatio(from, preset, imageSize) ?? currentRatio;
      return withCrop(from, resized(crop, grip, across, down, { ratio, snapping }));
    },
    onKey(from, grip, event) {
      const by = arrowStep(event);
      if (!by) return undefined;
      const crop = from.crop ?? wholeImageCrop(imageSize);
      const ratio = lockedRatio(from, preset, imageSize);
      return withCrop(from, grip === 'whole' ? moved(crop, ...by) : resized(crop, grip, ...by, { ratio }));
    },
    onSettle: (next) => say(sizeText(next)),
  });

  const place = (value: number, offset: number) => value * view.scale + offset;
  const left = place(cropInScene.left, view.offsetX);
  const top = place(cropInScene.top, view.offsetY);
  const right = place(cropInScene.right, view.offsetX);
  const bottom = place(cropInScene.bottom, view.offsetY);
  const outline = `M${left} ${top}H${right}V${bottom}H${left}Z`;
  return (
    <div
      data-slot="crop-overlay"
      data-state={moving ? 'moving' : 'resting'}
      className="group/crop pointer-events-none absolute inset-0 overflow-hidden"
    >
      <svg aria-hidden className="absolute inset-0 size-full forced-color-adjust-none">
        <path
          d={`M0 0H${viewport.width}V${viewport.height}H0Z${outline}`}
          fillRule="evenodd"
          className="fill-sunk opacity-75 transition-opacity group-data-[state=moving]/crop:opacity-55"
        />
        {moving && <Thirds left={left} top={top} right={right} bottom={bottom} />}
        {/* A white line lies under the red cut line, which would be invisible on a red subject. */}
        <path d={outline} strokeWidth="1.5" className="fill-none stroke-on-photo" />
        <path
          d={outline}
          strokeWidth="1.5"
          strokeDasharray="7 6"
          className={cn('fill-none stroke-cut', moving && 'animate-march')}
        />
      </svg>
      <button
        type="button"
        aria-label={t('crop.frame')}
        aria-describedby={hint}
        {...gripProps('whole')}
        className="pointer-events-auto absolute cursor-move touch-none outline-offset-4"
        style={{ left, top, width: right - left, height: bottom - top }}
      >
        {moving && (
          <span className="pointer-events-none absolute bottom-2 left-1/2 -translate-x-1/2 rounded-sm bg-photo-plate px-2 py-0.5 text-12 whitespace-nowrap text-on-photo tabular-nums">
            {sizeText(state)}
          </span>
        )}
      </button>
      {handles.map((handle) => (
        <HandleButton
          key={handle}
          handle={handle}
          rect={{ left, top, right, bottom }}
          aria-describedby={hint}
          {...gripProps(handle)}
        />
      ))}
      <p id={hint} hidden>
        {t('crop.keysHint')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Lines at the thirds of the crop. They are drawn twice, dark and light, so that they are visible on every image. */
function Thirds({ left, top, right, bottom }: Bounds) {
  const [width, height] = [right - left, bottom - top];
  const lines = [1 / 3, 2 / 3]
    .map((share) => `M${left + width * share} ${top}v${height}M${left} ${top + height * share}h${width}`)
    .join('');
  return (
    <>
      <path d={lines} strokeWidth="3" className="fill-none stroke-photo-ink/20" />
      <path d={lines} strokeWidth="1" className="fill-none stroke-on-photo/80" />
    </>
  );
}
