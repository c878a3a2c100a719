import { formatPercent, type Locale } from '@isola/i18n';
import type { Size } from '@isola/imaging';
import { cn } from '@isola/ui/cn';
import {
  type ComponentProps,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { useAnnouncement } from '../help/use-announcement.ts';
import { bindStageGestures, type PanState } from '../../viewport/bind-stage-gestures.ts';
import type { StageInteraction } from '../../viewport/create-stage-pointers.ts';
import type { PaintStage } from '../../viewport/create-stage-painter.ts';
import { uncovered, type Viewport } from '../../viewport/create-viewport.ts';
import { StageLayers, useStagePainter } from './use-stage-painter.ts';
import { canPan } from '../../viewport/view.ts';

export interface StageHandle {
  /** Repaints the stage and its layers with the next frame. Several calls before that frame cause one repaint. */
  readonly repaint: () => void;
}

export interface StageProps extends Omit<ComponentProps<'div'>, 'ref'> {
  imageSize: Size;
  store: Viewport;
  /**
   * Paints the picture. A new function is painted at once. Call `repaint` when the same function has new pixels to
   * paint.
   */
  paint: PaintStage;
  /** Accessible name of the picture. */
  label: string;
  interaction?: StageInteraction;
  /** Called when the pan tool is taken up by Space, drags, or is put away. */
  onPanState?: (state: PanState) => void;
  ref?: Ref<StageHandle>;
}

/**
 * Picture that is panned and zoomed. `bind-stage-gestures.ts` describes the gestures and keys. Children are layered
 * over it. A child that receives pointers for a tool must handle `pointercancel`, which is sent when a second finger
 * turns its stroke into a pinch. `data-hand` is the state of the pan tool: `ready`, `dragging` or `away`. Children
 * style it by `group-data-[hand=ready]/stage:`.
 */
export function Stage({
  imageSize: { widthPx, heightPx },
  store,
  paint,
  label,
  interaction = 'pan',
  onPanState,
  className,
  children,
  ref,
  ...props
}: StageProps) {
  const { t, i18n } = useTranslation('editor');
  const root = useRef<HTMLDivElement>(null);
  const [panState, setPanState] = useState<PanState>('away');
  const [said, say] = useAnnouncement();
  const hint = useId();

  const movable = useStore(store, (state) => canPan(state.view, state.imageSize, uncovered(state)));

  useLayoutEffect(() => store.setImageSize({ widthPx, heightPx }), [store, widthPx, heightPx]);

  const [layers] = useState(() => new Set<() => void>());
  const canvas = useStagePainter(store, paint, layers);
  useImperativeHandle(ref, () => ({ repaint: () => layers.forEach((repaint) => repaint()) }), [layers]);

  const currentInteraction = useEffectEvent(() => interaction);
  const takePanState = useEffectEvent((state: PanState) => {
    setPanState(state);
    onPanState?.(state);
  });
  const sayScale = useEffectEvent(() => {
    say(formatPercent(i18n.language as Locale, store.getState().view.scale));
  });
  useEffect(() => {
    if (!root.current) return undefined;
    return bindStageGestures(root.current, {
      store,
      interaction: () => currentInteraction(),
      onPanState: (state) => takePanState(state),
      onKeyZoom: () => sayScale(),
    });
  }, [store]);

  return (
    <div
      ref={root}
      role="region"
      aria-label={label}
      aria-describedby={hint}
      // The stage is focusable, because keys pan a picture that is larger than the stage.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-slot="stage"
      data-hand={panState}
      data-movable={movable}
      className={cn(
        'group/stage relative isolate overflow-hidden select-none',
        'outline-offset-[-3px] outline-focus focus-visible:outline-3',
        interaction === 'pan' && !movable ? 'touch-pan-y' : 'touch-none',
        interaction === 'pan' && movable && 'cursor-grab',
        panState === 'ready' && 'cursor-grab **:cursor-grab!',
        panState === 'dragging' && 'cursor-grabbing **:cursor-grabbing!',
        className,
      )}
      {...props}
    >
      <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
      <StageLayers value={layers}>{children}</StageLayers>
      <p id={hint} hidden>
        {t('canvas.keys')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
