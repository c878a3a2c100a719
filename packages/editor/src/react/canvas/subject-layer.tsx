import type { Bounds } from '@isola/imaging';
import { cn } from '@isola/ui/cn';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { cropCorners, subjectBox, wholeImageCrop } from '../../document/crop-geometry.ts';
import { resultSizeOf } from '../../document/enlargement.ts';
import { type Handle, handleSides, snappingTo } from '../../crop/crop-interaction.ts';
import { withMovedSubject, withScaledSubject } from '../../crop/place-subject.ts';
import type { Editor } from '../../editor.ts';
import type { DocumentState } from '../../schema/document-state.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { useAnnouncement } from '../help/use-announcement.ts';
import { useEditedMatte } from '../use-edited-matte.ts';
import { useNeed } from '../use-need.ts';
import { HandleButton } from './handle-button.tsx';
import { arrowStep, useStateDrag } from './use-state-drag.ts';

export interface SubjectLayerProps {
  editor: Editor;
  store: Viewport;
}

type Corner = Extract<Handle, `${string}-${string}`>;

const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const satisfies readonly Corner[];
/** Distance within which a dragged edge snaps, in CSS px. */
const snapReach = 7;
/** Factor by which one key press scales the subject. */
const keyFactor = 1.02;

/**
 * Box of the subject over the result. Dragging the box moves the subject over its background, and dragging a corner
 * scales it. Arrow keys move it, and + and − scale it. The layer needs the rendering's backdrop, over which the stage
 * paints the subject during a drag.
 */
export function SubjectLayer({ editor, store }: SubjectLayerProps) {
  const { t } = useTranslation('editor');
  const { document, placing, rendering, segmentation } = editor;
  const { history } = document;
  const state = useStore(history, ({ state }) => state);
  const { view } = useStore(
    store,
    useShallow(({ view }) => ({ view })),
  );
  const matte = useEditedMatte(editor);
  const image = { widthPx: segmentation.widthPx, heightPx: segmentation.heightPx };
  const angleDeg = useStore(history, ({ state }) => state.crop?.angleDeg ?? 0);
  const mirrored = useStore(history, ({ state }) => state.crop?.mirrored ?? false);
  const box = useMemo(() => subjectBox(matte, undefined, { angleDeg, mirrored }), [matte, angleDeg, mirrored]);
  const [said, say] = useAnnouncement();
  const hint = useId();
  useNeed(rendering, 'backdrop');
  const whole = useRef<HTMLButtonElement>(null);
  const hasBox = box !== undefined;
  // The box takes the focus, so that the layer's keys work right after a button or a key opened the layer.
  useEffect(() => {
    if (hasBox) whole.current?.focus({ preventScroll: true });
  }, [hasBox]);

  const placed = (state: DocumentState) => {
    const crop = state.crop ?? wholeImageCrop(image);
    const { widthPx } = resultSizeOf(state, image);
    const { left, top } = cropCorners(crop);
    return { left, top, crop, perPx: widthPx / crop.widthPx };
  };
  const { moving, gripProps } = useStateDrag<'whole' | Corner>({
    history,
    step: 'place-subject',
    onDrag(from, grip, acrossCss, downCss) {
      if (!box) return from;
      const { crop, perPx } = placed(from);
      const scale = view.scale * perPx;
      const [across, down] = [acrossCss / scale, downCss / scale];
      if (grip !== 'whole')
        return withScaledSubject(from, image, factorOf(box, grip, across, down), opposite(box, grip));
      return withMovedSubject(from, image, across, down, snappingTo(image, crop, box, snapReach / scale));
    },
    onKey(from, grip, event) {
      if (!box) return undefined;
      const { perPx } = placed(from);
      const factor = keyScale(event);
      if (factor) return withScaledSubject(from, image, factor, grip === 'whole' ? middle(box) : opposite(box, grip));
      const by = arrowStep(event);
      if (!by) return undefined;
      const [across, down] = [by[0] / perPx, by[1] / perPx];
      if (grip === 'whole') return withMovedSubject(from, image, across, down);
      return withScaledSubject(from, image, factorOf(box, grip, across, down), opposite(box, grip));
    },
    onSettle(next) {
      if (!box) return;
      const { left, top, perPx } = placed(next);
      const inResult = (value: number) => Math.round(value * perPx);
      say(
        t('place.placed', {
          w: inResult(box.right - box.left),
          h: inResult(box.bottom - box.top),
          left: inResult(box.left - left),
          top: inResult(box.top - top),
        }),
      );
    },
  });
  if (!box) return null;

  const { left: frameLeft, top: frameTop, perPx } = placed(state);
  const scale = view.scale * perPx;
  const left = (box.left - frameLeft) * scale + view.offsetX;
  const top = (box.top - frameTop) * scale + view.offsetY;
  const [width, height] = [(box.right - box.left) * scale, (box.bottom - box.top) * scale];
  const endingProps = (grip: 'whole' | Corner) => {
    const { onKeyDown, ...props } = gripProps(grip);
    return {
      ...props,
      onKeyDown(event: KeyboardEvent) {
        onKeyDown(event);
        // An Escape that cancelled a drag must not also close the layer.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        placing.set(false);
      },
    };
  };
  return (
    <div
      data-slot="subject-layer"
      data-state={moving ? 'moving' : 'resting'}
      className="group/place pointer-events-none absolute inset-0 overflow-hidden"
    >
      <svg aria-hidden className="absolute inset-0 size-full forced-color-adjust-none">
        {/* A white line lies under the red cut line, which would be invisible on a red subject. */}
        <rect x={left} y={top} width={width} height={height} strokeWidth="1.5" className="fill-none stroke-on-photo" />
        <rect
          x={left}
          y={top}
          width={width}
          height={height}
          strokeWidth="1.5"
          strokeDasharray="7 6"
          className={cn('fill-none stroke-cut', moving && 'animate-march')}
        />
      </svg>
      <button
        type="button"
        ref={whole}
        aria-label={t('place.subject')}
        aria-describedby={hint}
        {...endingProps('whole')}
        className="pointer-events-auto absolute cursor-move touch-none outline-offset-4"
        style={{ left, top, width, height }}
      />
      {corners.map((corner) => (
        <HandleButton
          key={corner}
          handle={corner}
          rect={{ left, top, right: left + width, bottom: top + height }}
          aria-describedby={hint}
          {...endingProps(corner)}
        />
      ))}
      <p id={hint} hidden>
        {t('place.keysHint')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Returns the scale factor of a corner drag: the larger of the horizontal and the vertical factor. */
function factorOf({ left, top, right, bottom }: Bounds, corner: Corner, across: number, down: number): number {
  const [sideX, sideY] = handleSides[corner];
  const [width, height] = [right - left, bottom - top];
  return Math.max(0.01, (width + sideX * across) / width, (height + sideY * down) / height);
}

function opposite({ left, top, right, bottom }: Bounds, corner: Corner) {
  const [sideX, sideY] = handleSides[corner];
  return { x: sideX < 0 ? right : left, y: sideY < 0 ? bottom : top };
}

function middle({ left, top, right, bottom }: Bounds) {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** Returns the factor of a zoom key. On many keyboards the unshifted key of + is =, so both enlarge. */
function keyScale({ key }: KeyboardEvent): number | undefined {
  if (key === '+' || key === '=') return keyFactor;
  return key === '-' ? 1 / keyFactor : undefined;
}
