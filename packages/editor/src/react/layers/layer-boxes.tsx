import type { PlacedBox } from '@isola/imaging';
import { cn } from '@isola/ui/cn';
import { RotateCw } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { arranged, layersOf, withLayer, withoutLayer } from '../../document/layers.ts';
import type { Editor } from '../../editor.ts';
import { movedLayer, scaledLayer, turnedLayer } from '../../rendering/place-layers.ts';
import type { DocumentState, Layer } from '../../schema/document-state.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { arrowStep, useStateDrag } from '../canvas/use-state-drag.ts';
import { useAnnouncement } from '../help/use-announcement.ts';
import { layerName } from './layer-name.ts';
import { useBoxFinder } from './use-box-finder.ts';

export interface LayerBoxesProps {
  editor: Editor;
  store: Viewport;
}

interface Grip {
  readonly id: string;
  readonly part: 'whole' | 'size' | 'angle';
}

/** Distance within which a dragged layer snaps, in CSS px. */
const snapReach = 7;
/** Distance of the handle that turns a layer from the layer, in CSS px. */
const turnDistance = 28;
/** Factor by which one key press scales a layer. */
const keyFactor = 1.05;

/**
 * Boxes of the texts and logos over the result. Dragging a box moves its layer; the handles of the selected one scale and turn
 * it. A layer that is repeated has no box, because it is everywhere.
 */
export function LayerBoxes({ editor, store }: LayerBoxesProps) {
  const { t } = useTranslation('editor');
  const { document, layerSelection: selection, rendering } = editor;
  const { history } = document;
  const state = useStore(history, (each) => each.state);
  const { view } = useStore(
    store,
    useShallow(({ view }) => ({ view })),
  );
  const { widthPx, heightPx } = useStore(
    rendering,
    useShallow((each) => ({ widthPx: each.widthPx, heightPx: each.heightPx })),
  );
  const { id: selectedId } = useStore(selection);
  const boxOf = useBoxFinder(document);
  const [said, say] = useAnnouncement();
  const hint = useId();
  const root = useRef<HTMLDivElement>(null);
  const frame = { x: 0, y: 0, widthPx, heightPx };

  /** Returns the state with a change of a layer that has a box. */
  const changed = (from: DocumentState, id: string, change: (layer: Layer, box: PlacedBox) => Layer) =>
    withLayer(from, id, (layer) => {
      const box = boxOf(layer, frame);
      return box ? change(layer, box) : layer;
    });
  const { moving, gripProps } = useStateDrag<Grip>({
    history,
    step: 'move-layer',
    onDrag: (from, { id, part }, acrossCss, downCss, { shiftKey }) =>
      changed(from, id, (layer, box) => {
        const by = [acrossCss / view.scale, downCss / view.scale] as const;
        if (part === 'whole') return movedLayer(layer, box, by, frame, shiftKey ? 0 : snapReach / view.scale);
        const start = part === 'size' ? cornerOf(box) : knobOf(box, turnDistance / view.scale);
        const end = [start[0] + by[0], start[1] + by[1]] as const;
        if (part === 'size') return scaledLayer(layer, boxOf, Math.hypot(...end) / Math.hypot(...start), frame);
        return turnedLayer(layer, boxOf, layer.angleDeg + degOf(end) - degOf(start), frame, !shiftKey);
      }),
    onKey(from, { id, part }, event) {
      const factor = part === 'angle' ? undefined : scaleOfKey(event, part);
      if (factor) return changed(from, id, (layer) => scaledLayer(layer, boxOf, factor, frame));
      const angle = part === 'size' ? undefined : angleOfKey(event, part);
      if (angle) return changed(from, id, (layer) => turnedLayer(layer, boxOf, layer.angleDeg + angle, frame));
      const by = part === 'whole' ? arrowStep(event) : undefined;
      return by && changed(from, id, (layer, box) => movedLayer(layer, box, by, frame));
    },
    onSettle(next) {
      const layer = layersOf(next).find((each) => each.id === selectedId);
      const box = layer && boxOf(layer, frame);
      if (!layer || !box) return;
      const x = Math.round(box.centerX - box.widthPx / 2);
      const y = Math.round(box.centerY - box.heightPx / 2);
      say(t('layers.placed', { name: layerName(layer, t), x, y }));
    },
  });
  const remove = (layer: Layer) => {
    history.commit('remove-layer', withoutLayer(history.getState().state, layer.id));
    selection.select(undefined);
    say(t('layers.removed', { name: layerName(layer, t) }));
    // The focus would otherwise be lost with the box.
    root.current?.closest<HTMLElement>('[data-slot=stage]')?.focus({ preventScroll: true });
  };
  const partProps = (layer: Layer, part: Grip['part']) => {
    const props = gripProps({ id: layer.id, part });
    return {
      ...props,
      'aria-describedby': hint,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        selection.select(layer.id);
        props.onPointerDown(event);
      },
      onFocus: () => selection.select(layer.id),
      onKeyDown(event: KeyboardEvent) {
        props.onKeyDown(event);
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key !== 'Delete' && event.key !== 'Backspace') return;
        event.preventDefault();
        remove(layer);
      },
    };
  };
  return (
    <div
      ref={root}
      data-slot="layer-boxes"
      data-state={moving ? 'moving' : 'resting'}
      className="pointer-events-none absolute inset-0 overflow-hidden"
    >
      {arranged(state).map((layer) => {
        const box = boxOf(layer, frame);
        if (!box) return null;
        const isSelected = layer.id === selectedId;
        const name = layerName(layer, t);
        const { scale, offsetX, offsetY } = view;
        const [width, height] = [box.widthPx * scale, box.heightPx * scale];
        const [middleX, middleY] = [box.centerX * scale + offsetX, box.centerY * scale + offsetY];
        const at = ([x, y]: readonly [number, number]) => ({ left: middleX + x, top: middleY + y });
        return (
          <div key={layer.id} data-selected={isSelected || undefined}>
            <button
              type="button"
              aria-label={name}
              {...partProps(layer, 'whole')}
              className={cn(
                'pointer-events-auto absolute cursor-move touch-none border border-dashed outline-offset-4 forced-color-adjust-none',
                isSelected ? 'border-cut' : 'border-transparent hover:border-cut',
              )}
              style={{
                left: middleX - width / 2,
                top: middleY - height / 2,
                width,
                height,
                transform: `rotate(${box.angleDeg}deg)`,
              }}
            />
            {isSelected && (
              <>
                <button
                  type="button"
                  aria-label={t('layers.resize', { name })}
                  {...partProps(layer, 'size')}
                  className="pointer-events-auto absolute grid size-6 -translate-1/2 cursor-nwse-resize touch-none place-items-center rounded-sm outline-offset-[-2px] pointer-coarse:size-11"
                  style={at(cornerOf({ ...box, widthPx: width, heightPx: height }))}
                >
                  <span className="size-3 rounded-[3px] border border-photo-ink/60 bg-on-photo forced-colors:bg-[ButtonText]" />
                </button>
                <button
                  type="button"
                  aria-label={t('layers.turn', { name })}
                  {...partProps(layer, 'angle')}
                  className="pointer-events-auto absolute grid size-6 -translate-1/2 cursor-grab touch-none place-items-center rounded-full border border-line bg-sheet text-ink shadow-float outline-offset-2 pointer-coarse:size-11"
                  style={at(knobOf({ ...box, widthPx: width, heightPx: height }, turnDistance))}
                >
                  <RotateCw aria-hidden className="size-3.5" />
                </button>
              </>
            )}
          </div>
        );
      })}
      <p id={hint} hidden>
        {t('layers.keys')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Returns the lower right corner of a turned box, relative to its middle. */
function cornerOf({ widthPx, heightPx, angleDeg }: PlacedBox): readonly [x: number, y: number] {
  return turned(widthPx / 2, heightPx / 2, angleDeg);
}

/** Returns the place above the upper edge of a turned box, relative to its middle. */
function knobOf({ heightPx, angleDeg }: PlacedBox, distance: number): readonly [x: number, y: number] {
  return turned(0, -heightPx / 2 - distance, angleDeg);
}

function turned(x: number, y: number, angleDeg: number): readonly [x: number, y: number] {
  const [sine, cosine] = [Math.sin((angleDeg / 180) * Math.PI), Math.cos((angleDeg / 180) * Math.PI)];
  return [x * cosine - y * sine, x * sine + y * cosine];
}

function degOf([x, y]: readonly [x: number, y: number]): number {
  return (Math.atan2(y, x) / Math.PI) * 180;
}

/** Returns the factor of a key. On many keyboards the unshifted key of + is =, so both enlarge. */
function scaleOfKey({ key }: KeyboardEvent, part: Grip['part']): number | undefined {
  const isArrow = part === 'size';
  if (key === '+' || key === '=' || (isArrow && (key === 'ArrowRight' || key === 'ArrowUp'))) return keyFactor;
  if (key === '-' || (isArrow && (key === 'ArrowLeft' || key === 'ArrowDown'))) return 1 / keyFactor;
  return undefined;
}

/** Returns the angle of a key, in degrees: 1, or 15 with Shift. */
function angleOfKey({ key, shiftKey }: KeyboardEvent, part: Grip['part']): number | undefined {
  const isArrow = part === 'angle';
  const step = shiftKey ? 15 : 1;
  if (key === '.' || (isArrow && (key === 'ArrowRight' || key === 'ArrowUp'))) return step;
  if (key === ',' || (isArrow && (key === 'ArrowLeft' || key === 'ArrowDown'))) return -step;
  return undefined;
}
