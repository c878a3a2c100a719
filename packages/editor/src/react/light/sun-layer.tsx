import { elevationOf, type Bounds } from '@isola/imaging';
import { cn } from '@isola/ui/cn';
import { Sun } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { cropCorners, subjectBox, wholeImageCrop } from '../../document/crop-geometry.ts';
import { resultSizeOf, sizingOf } from '../../document/enlargement.ts';
import { withSun } from '../../document/with-sun.ts';
import type { Editor } from '../../editor.ts';
import type { DocumentState } from '../../schema/document-state.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { useStateDrag } from '../canvas/use-state-drag.ts';
import { useEditedMatte } from '../use-edited-matte.ts';
import { useNeed } from '../use-need.ts';

export interface SunLayerProps {
  editor: Editor;
  store: Viewport;
  /** Called before a move of the sun previews the first state, so that the stage prepares a shadow that follows it. */
  onMove: () => void;
}

/** Distance of the sun from the subject's middle, as a share of the largest, when it stands highest. */
const nearest = 0.4;
/** Free distance between the sun and the border of the stage, in CSS px. */
const border = 30;
/** Steps of the keys: degrees of the direction, and hundredths of the distance. */
const keySteps = { angleDeg: 5, distance: 4 };

/**
 * Sun over the result. Dragging it round the subject moves the light, and dragging it away lengthens the shadow. Left and
 * right turn it, up and down raise and lower it.
 */
export function SunLayer({ editor, store, onMove }: SunLayerProps) {
  const { t } = useTranslation('editor');
  const { document, rendering, segmentation } = editor;
  const { history } = document;
  const hint = useId();
  const { view, viewport } = useStore(
    store,
    useShallow(({ view, viewport }) => ({ view, viewport })),
  );
  const sizing = useStore(history, useShallow(sizingOf));
  const drop = useStore(history, ({ state }) => state.light.drop);
  const { crop } = sizing;
  const matte = useEditedMatte(editor);
  const angleDeg = crop?.angleDeg ?? 0;
  const mirrored = crop?.mirrored ?? false;
  const box = useMemo(() => subjectBox(matte, undefined, { angleDeg, mirrored }), [matte, angleDeg, mirrored]);
  useNeed(rendering, 'backdrop');

  const shown = crop ?? wholeImageCrop({ widthPx: segmentation.widthPx, heightPx: segmentation.heightPx });
  const { left, top } = cropCorners(shown);
  const scale = (view.scale * resultSizeOf(sizing, segmentation).widthPx) / shown.widthPx;
  const orbit = orbitOf(box, { left, top, scale, offsetX: view.offsetX, offsetY: view.offsetY }, viewport);
  const { moving, gripProps } = useStateDrag<'sun'>({
    history,
    step: 'drop-shadow',
    onDrag(from, _, acrossCss, downCss) {
      onMove();
      const [x, y] = orbit.place(from.light.drop);
      return orbit.stateAt(from, x + acrossCss, y + downCss);
    },
    onKey(from, _, event) {
      const by = keyStep(event);
      if (!by) return undefined;
      onMove();
      const { drop: before } = from.light;
      return withSun(from, before.angleDeg + by[0], before.distance + by[1]);
    },
    onSettle: () => undefined,
  });
  if (!box) return null;

  const [x, y] = orbit.place(drop);
  const degrees = (value: number) => `${Math.round(value)}°`;
  return (
    <div data-slot="sun-layer" className="pointer-events-none absolute inset-0 overflow-hidden">
      <svg aria-hidden className="absolute inset-0 size-full">
        <line
          x1={orbit.middleX}
          y1={orbit.middleY}
          x2={x}
          y2={y}
          strokeWidth="1.5"
          strokeDasharray="2 5"
          strokeLinecap="round"
          className={cn('stroke-on-photo', !moving && 'opacity-0')}
        />
      </svg>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('sun.label')}
        aria-describedby={hint}
        aria-valuemin={-180}
        aria-valuemax={180}
        aria-valuenow={drop.angleDeg}
        aria-valuetext={t('sun.value', { angle: degrees(drop.angleDeg), elevation: degrees(elevationOf(drop)) })}
        data-stage-control
        {...gripProps('sun')}
        className={cn(
          'pointer-events-auto absolute grid size-11 -translate-1/2 cursor-grab touch-none place-items-center rounded-full border border-line bg-sheet text-accent-ink shadow-float outline-offset-2 focus-visible:outline-3',
          moving && 'cursor-grabbing',
        )}
        style={{ left: x, top: y }}
      >
        <Sun aria-hidden className="size-5" />
      </div>
      <p id={hint} hidden>
        {t('sun.keys')}
      </p>
    </div>
  );
}

interface Placing {
  readonly left: number;
  readonly top: number;
  /** CSS px per px of the image. */
  readonly scale: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

/** Returns the places of the sun around a subject, in CSS px of the stage. */
function orbitOf(box: Bounds | undefined, place: Placing, { width, height }: { width: number; height: number }) {
  const middle = (from: number, to: number) => (from + to) / 2;
  const within = (value: number, side: number) => Math.min(side - border, Math.max(border, value));
  const side = box ? Math.max(box.right - box.left, box.bottom - box.top) * place.scale : 0;
  const middleX = box ? within((middle(box.left, box.right) - place.left) * place.scale + place.offsetX, width) : 0;
  const middleY = box ? within((middle(box.top, box.bottom) - place.top) * place.scale + place.offsetY, height) : 0;
  const far = Math.max(80, Math.min(0.6 * side + 24, Math.min(width, height) / 2 - border));
  const near = far * nearest;
  return {
    middleX,
    middleY,
    place({ angleDeg, distance }: DocumentState['light']['drop']): readonly [x: number, y: number] {
      const angle = (angleDeg / 180) * Math.PI;
      const radius = near + ((far - near) * distance) / 100;
      return [within(middleX + Math.sin(angle) * radius, width), within(middleY - Math.cos(angle) * radius, height)];
    },
    stateAt(state: DocumentState, x: number, y: number): DocumentState {
      const [across, down] = [x - middleX, y - middleY];
      const distance = (100 * (Math.hypot(across, down) - near)) / (far - near);
      return withSun(state, (Math.atan2(across, -down) / Math.PI) * 180, distance);
    },
  };
}

function keyStep({ key }: KeyboardEvent): readonly [angleDeg: number, distance: number] | undefined {
  switch (key) {
    case 'ArrowLeft':
      return [-keySteps.angleDeg, 0];
    case 'ArrowRight':
      return [keySteps.angleDeg, 0];
    case 'ArrowUp':
      return [0, -keySteps.distance];
    case 'ArrowDown':
      return [0, keySteps.distance];
    default:
      return undefined;
  }
}
