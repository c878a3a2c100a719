import { formatNumber, formatPercent, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogTrigger } from '@isola/ui/dialog';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Droplets, Minimize2, ScanSearch } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { Point } from '../../viewport/view.ts';
import type { CanvasRect } from '../../model/canvas-rect.ts';
import type { ImageDocument } from '../../document/image-document.ts';
import type { DocumentState } from '../../schema/document-state.ts';

export interface FringeSources {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Draws only the cutout. One unit of the context is one px of the image. Only `rect` is visible. */
  readonly drawCutout: (context: CanvasRenderingContext2D, rect: CanvasRect) => void;
  /** Point of the edge with the least confidence, in px of the image. */
  readonly doubtful: Point;
}

export interface FringeInspectorProps {
  document: ImageDocument;
  sources: FringeSources;
  /** Score of the edge, 0…100. 100 means no trace of the old background. Undefined while it is being measured. */
  score: number | undefined;
  /** Called when the inspector opens or closes. The fringe is measured only while the inspector is open. */
  onOpenChange?: (open: boolean) => void;
}

const backdrops = [
  ['white', '#ffffff'],
  ['black', '#000000'],
  ['grey', '#808080'],
  ['red', '#d81e1e'],
  ['green', '#17a34a'],
  ['blue', '#1d4ed8'],
] as const;

const zooms = ['1', '2', '4'] as const;
type Zoom = (typeof zooms)[number];

const keyStep = 8;
const farKeyStep = 80;

/** Button with a dialog that shows one place of the edge on six colours, so that a fringe is visible on one of them. */
export function FringeInspector({ document, sources, score, onOpenChange }: FringeInspectorProps) {
  const { t } = useTranslation('editor');
  return (
    <Dialog {...(onOpenChange && { onOpenChange })}>
      <DialogTrigger asChild>
        <Button className="pointer-coarse:h-11">
          <ScanSearch aria-hidden />
          {t('refine.fringe.open')}
        </Button>
      </DialogTrigger>
      <DialogContent
        size="lg"
        title={t('refine.fringe.title')}
        description={t('refine.fringe.description')}
        closeLabel={t('refine.fringe.close')}
      >
        <Inspection document={document} sources={sources} score={score} />
      </DialogContent>
    </Dialog>
  );
}

function Inspection({ document, sources, score }: FringeInspectorProps) {
  const { t, i18n } = useTranslation('editor');
  const locale = i18n.language as Locale;
  const [zoom, setZoom] = useState<Zoom>('2');
  const [middle, setMiddle] = useState(sources.doubtful);
  const held = useRef<Point>(undefined);
  const help = useId();
  const scale = Number(zoom);

  /** Moves the picture. @param byX,byY Distance, in CSS px. */
  const move = (byX: number, byY: number) =>
    setMiddle(({ x, y }) => ({
      x: Math.max(0, Math.min(sources.widthPx, x - byX / scale)),
      y: Math.max(0, Math.min(sources.heightPx, y - byY / scale)),
    }));

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, y: event.clientY };
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (!held.current) return;
    move(clientX - held.current.x, clientY - held.current.y);
    held.current = { x: clientX, y: clientY };
  };
  const letGo = () => {
    held.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [x, y] = arrows[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    const step = event.shiftKey ? farKeyStep : keyStep;
    // The arrow moves the visible part over the picture, so the picture moves in the opposite direction.
    move(-x * step, -y * step);
  };

  return (
    <>
      <DialogBody>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 pt-1">
          <Score score={score} />
          <SegmentedControl
            label={t('refine.fringe.zoom')}
            segments={zooms.map((value) => ({ value, label: formatPercent(locale, Number(value)) }))}
            value={zoom}
            onValueChange={setZoom}
            className="pointer-coarse:[&_button]:h-11"
          />
        </div>
        {/* An element with the role `application` is interactive, but the lint rule treats it as non-interactive. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          role="application"
          aria-label={t('refine.fringe.area')}
          aria-describedby={help}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onKeyDown={onKeyDown}
          className="grid cursor-grab touch-none grid-cols-2 gap-2 rounded-sm select-none active:cursor-grabbing sm:grid-cols-3"
        >
          {backdrops.map(([name, color]) => (
            <Sample
              key={name}
              label={t(`refine.fringe.${name}`)}
              color={color}
              sources={sources}
              middle={middle}
              scale={scale}
            />
          ))}
        </div>
        <p id={help} className="mt-3 text-13 text-soft">
          {t('refine.fringe.areaHelp')}
        </p>
        <p role="status" className="sr-only">
          {t('refine.said.place', { x: Math.round(middle.x), y: Math.round(middle.y) })}
        </p>
      </DialogBody>
      <Remedy document={document} score={score} />
    </>
  );
}

function Score({ score }: { score: number | undefined }) {
  const { t, i18n } = useTranslation('editor');
  if (score === undefined) {
    return (
      <p role="status" className="text-14 text-soft">
        {t('refine.fringe.measuring')}
      </p>
    );
  }
  const grade = gradeOf(score);
  return (
    <p role="status" data-slot="fringe-score" data-state={grade} className="flex items-baseline gap-2 text-14">
      <span
        className={
          grade === 'clean'
            ? 'font-medium text-success'
            : grade === 'slight'
              ? 'font-medium text-warning'
              : 'font-medium text-danger'
        }
      >
        {t(`refine.fringe.${grade}`)}
      </span>
      <span className="text-13 text-soft tabular-nums">
        {t('refine.fringe.score', { score: formatNumber(i18n.language as Locale, Math.round(score)) })}
      </span>
    </p>
  );
}

/** Step by which one press moves the edge inwards, and the limit of the movement, in tenths of a px. */
const [inwards, minShift] = [5, -200];

/**
 * Offers a remedy for a fringe: to remove its colour, or, once all of it is removed, to move the edge into the subject.
 */
function Remedy({ document: { history }, score }: Pick<FringeInspectorProps, 'document' | 'score'>) {
  const { t, i18n } = useTranslation('editor');
  const pixels = t('refine.pixels', { value: formatNumber(i18n.language as Locale, inwards / 10) });
  const { decontaminate, shift } = useStore(history, ({ state }) => state.matte);
  const edit = (step: 'decontaminate' | 'shift', change: Partial<DocumentState['matte']>) => {
    const { state } = history.getState();
    history.commit(step, { ...state, matte: { ...state.matte, ...change } });
  };
  if (decontaminate < 100) {
    return (
      <DialogFooter>
        <Button
          variant="primary"
          onClick={() => edit('decontaminate', { decontaminate: 100 })}
          className="pointer-coarse:h-11"
        >
          <Droplets aria-hidden />
          {t('refine.fringe.clear')}
        </Button>
      </DialogFooter>
    );
  }
  if (score === undefined || gradeOf(score) === 'clean' || shift - inwards < minShift) return null;
  return (
    <DialogFooter>
      <Button
        variant="primary"
        onClick={() => edit('shift', { shift: shift - inwards })}
        className="pointer-coarse:h-11"
      >
        <Minimize2 aria-hidden />
        {t('refine.fringe.shrink', { pixels })}
      </Button>
    </DialogFooter>
  );
}

interface SampleProps {
  label: string;
  color: string;
  sources: FringeSources;
  middle: Point;
  scale: number;
}

function Sample({ label, color, sources, middle, scale }: SampleProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });

  useEffect(() => {
    if (!canvas.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || size.width === 0) return;
    const { width, height } = size;
    context.canvas.width = Math.round(width * devicePixelRatio);
    context.canvas.height = Math.round(height * devicePixelRatio);
    context.fillStyle = color;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    const rect = {
      x: middle.x - width / scale / 2,
      y: middle.y - height / scale / 2,
      width: width / scale,
      height: height / scale,
    };
    context.scale(scale * devicePixelRatio, scale * devicePixelRatio);
    context.translate(-rect.x, -rect.y);
    // Interpolation is off once a px of the image covers two device px or more.
    context.imageSmoothingEnabled = scale * devicePixelRatio < 2;
    sources.drawCutout(context, rect);
  }, [color, sources, middle, scale, size]);

  return (
    <figure className="relative overflow-hidden rounded-sm border border-line-strong forced-color-adjust-none">
      <canvas ref={canvas} aria-hidden className="block aspect-4/3 w-full" />
      <figcaption className="absolute bottom-1.5 left-1.5 rounded-sm bg-photo-plate px-1.5 text-12 text-on-photo">
        {label}
      </figcaption>
    </figure>
  );
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function gradeOf(score: number): 'clean' | 'slight' | 'visible' {
  if (score >= 90) return 'clean';
  return score >= 70 ? 'slight' : 'visible';
}
