import type { Stroke } from '@isola/imaging';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';

import type { GuideName } from '../../geometry/head-guides.ts';
import type { OpenHead, PhotoWork, PlacedPhoto } from '../photo-work.ts';
import { useWords } from '../use-words.ts';
import { type Brush, BrushLayer } from './brush-layer.tsx';
import { GuideHandle } from './guide-handle.tsx';
import { MissingArea } from './missing-area.tsx';
import { Ruler } from './ruler.tsx';
import { StageCanvas, type StagePictures } from './stage-canvas.tsx';
import { guideOnPhoto, stageView, wayOnImage } from './stage-view.ts';

export interface PortraitStageProps {
  work: PhotoWork;
  head: OpenHead;
  photo: PlacedPhoto;
  pictures: StagePictures | undefined;
  /** The brush, while the user paints. The guides are then hidden. */
  brush: Brush | undefined;
}

/** Drawing order of the guides. The axis comes first, so that at a crossing the line across it is grabbed. */
const guideNames: readonly GuideName[] = ['axis', 'crown', 'eyes', 'chin'];
/** Distance of one press of an arrow key, and of one with Shift, in mm of the print. */
const [stepMm, largeStepMm] = [0.25, 1];
/**
 * Number of steps from the lower to the upper edge for a document without a printed size. A 45 mm print has as many.
 */
const stepsWithoutMm = 180;

/** Shows the photo with its guides over it, and a ruler along its edges. */
export function PortraitStage({ work, head, photo, pictures, brush }: PortraitStageProps) {
  const { t, units } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSizeOf(frame);
  const { placement, document, leftover } = photo;
  const [stroke, setStroke] = useState<Stroke>();
  const view = useMemo(() => stageView({ width, height }, placement.transform), [width, height, placement.transform]);
  const { mmPerPx } = placement;
  const unit = mmPerPx === undefined ? 'px' : 'mm';
  const perPx = mmPerPx ?? 1;
  const { widthPx, heightPx } = placement.transform;

  const move = (name: GuideName, dxPx: number, dyPx: number) => {
    const { x, y } = wayOnImage(placement, dxPx, dyPx);
    work.move(name, x, y);
  };
  const step = (name: GuideName, direction: 1 | -1, isLarge: boolean) => {
    const mm = isLarge ? largeStepMm : stepMm;
    const px = mmPerPx === undefined ? (heightPx / stepsWithoutMm) * (isLarge ? 4 : 1) : mm / mmPerPx;
    if (name === 'axis') move(name, direction * px, 0);
    else move(name, 0, -direction * px);
  };
  const press = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) work.redo();
    else work.undo();
  };
  const [right, bottom] = [view.left + view.width, view.top + view.height];

  return (
    // The key handler receives the events of the guides inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      data-slot="portrait-stage"
      className="relative h-105 overflow-hidden bg-sunk sm:h-125"
      onKeyDown={press}
    >
      {width > 0 && (
        <>
          {pictures && (
            <StageCanvas
              pictures={pictures}
              photo={photo}
              view={view}
              width={width}
              height={height}
              stroke={brush && stroke}
            />
          )}
          <svg aria-hidden className="pointer-events-none absolute inset-0 size-full">
            <svg x={view.left} y={view.top} width={view.width} height={view.height}>
              <MissingArea photo={photo} />
            </svg>
          </svg>
          <svg
            role="group"
            aria-label={t('view.guides.label')}
            viewBox={`0 0 ${width} ${height}`}
            className="absolute inset-0 size-full"
          >
            <path
              fillRule="evenodd"
              d={`M0 0H${width}V${height}H0ZM${view.left} ${view.top}V${bottom}H${right}V${view.top}Z`}
              className="pointer-events-none fill-sunk/85"
            />
            <rect
              x={view.left}
              y={view.top}
              width={view.width}
              height={view.height}
              className="pointer-events-none fill-none stroke-control"
            />
            {document.size && <Ruler view={view} {...document.size} />}
            {leftover && (
              <rect
                data-slot="leftover"
                x={view.left + leftover.x * view.scale - 4}
                y={view.top + leftover.y * view.scale - 4}
                width={leftover.widthPx * view.scale + 8}
                height={leftover.heightPx * view.scale + 8}
                rx="6"
                strokeDasharray="6 4"
                strokeWidth="2"
                stroke="currentColor"
                className="pointer-events-none fill-none text-warning"
              />
            )}
            {(brush ? [] : guideNames).map((name) => {
              const at = guideOnPhoto(head.guides, name, placement);
              const state = head.guides.states[name];
              const value = (name === 'axis' ? at.x : heightPx - at.y) * perPx;
              return (
                <GuideHandle
                  key={name}
                  name={name}
                  label={t(`guide.${name}`)}
                  state={state}
                  x={view.left + at.x * view.scale}
                  y={view.top + at.y * view.scale}
                  view={view}
                  value={value}
                  max={(name === 'axis' ? widthPx : heightPx) * perPx}
                  valueText={t(name === 'axis' ? 'view.guide.fromLeft' : 'view.guide.fromBottom', {
                    value: units[unit](value),
                  })}
                  description={state.kind === 'unsure' ? t(`doubt.${state.doubt}`) : undefined}
                  onMove={(dx, dy) => move(name, dx / view.scale, dy / view.scale)}
                  onStep={(direction, isLarge) => step(name, direction, isLarge)}
                  onEnd={work.fit}
                />
              );
            })}
          </svg>
          {brush && (
            <BrushLayer
              brush={brush}
              placement={placement}
              view={view}
              onDraw={setStroke}
              onStroke={(done) => work.paint(done)}
            />
          )}
        </>
      )}
    </div>
  );
}

function useSizeOf(element: React.RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
