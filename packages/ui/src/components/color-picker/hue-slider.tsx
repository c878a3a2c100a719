import { useRef } from 'react';

import { keyTarget, valueAt, type Scale } from '../slider/scale.ts';
import { useDrag } from '../slider/use-drag.ts';
import { ColorThumb } from './color-area.tsx';
import { hsvToHex } from './hsv.ts';

export interface HueSliderProps {
  /** Hue in degrees, 0–360. */
  hue: number;
  onChange: (hue: number) => void;
  /** Called when the pointer is released or a key has changed the value. */
  onCommit: () => void;
  label: string;
  disabled: boolean;
}

const degrees: Scale = { min: 0, max: 360, step: 1 };

/** Slider for the hue, from red through all hues back to red. */
export function HueSlider({ hue, onChange, onCommit, label, disabled }: HueSliderProps) {
  const frame = useRef<SVGSVGElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { dragging, handlers } = useDrag({
    frame,
    disabled,
    onMove: ({ x }) => {
      input.current?.focus({ preventScroll: true });
      onChange(valueAt(x, degrees));
    },
    onRelease: onCommit,
  });
  return (
    <div
      {...handlers}
      data-slot="hue-slider"
      data-state={disabled ? 'disabled' : dragging ? 'dragging' : 'resting'}
      className="group relative h-6 touch-pan-y forced-color-adjust-none select-none not-data-[state=disabled]:cursor-pointer data-[state=disabled]:cursor-not-allowed data-[state=disabled]:opacity-50 pointer-coarse:h-11"
    >
      <div className="absolute inset-0 my-auto h-3 rounded-full border border-line-strong bg-[linear-gradient(to_right,#f00_8px,#ff0,#0f0,#0ff,#00f,#f0f,#f00_calc(100%-8px))] bg-origin-border" />
      <input
        ref={input}
        type="range"
        min={0}
        max={360}
        value={Math.round(hue)}
        disabled={disabled}
        aria-label={label}
        aria-valuetext={`${Math.round(hue)}°`}
        onChange={(event) => {
          onChange(event.target.valueAsNumber);
          onCommit();
        }}
        onKeyDown={(event) => {
          const target = keyTarget(event, Math.round(hue), degrees);
          if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onChange(target);
          onCommit();
        }}
        className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
      />
      <svg
        ref={frame}
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-2 h-full w-[calc(100%-16px)] overflow-visible"
      >
        <ColorThumb cx={`${(hue / 360) * 100}%`} cy="50%" color={hsvToHex({ h: hue, s: 1, v: 1 })} />
      </svg>
    </div>
  );
}
