import { useRef, useState, type KeyboardEvent } from 'react';

import { keyTarget, type Scale } from '../slider/scale.ts';
import { useDrag } from '../slider/use-drag.ts';
import { hsvToHex, type Hsv } from './hsv.ts';

export interface ColorAreaLabels {
  /** Accessible name of the area: "Saturation and brightness". */
  area: string;
  /** Role description of the area for screen readers: "two-way slider". */
  areaKind: string;
  saturation: string;
  brightness: string;
}

export interface ColorAreaProps {
  hsv: Hsv;
  onChange: (hsv: Hsv) => void;
  /** Called when the pointer is released or a key has changed the value. */
  onCommit: () => void;
  labels: ColorAreaLabels;
  disabled: boolean;
}

type Axis = 's' | 'v';

const percent: Scale = { min: 0, max: 100, step: 1 };

/**
 * Area for saturation (horizontal) and brightness (vertical) with one thumb, moved by pointer or by all four arrow
 * keys.
 */
export function ColorArea({ hsv, onChange, onCommit, labels, disabled }: ColorAreaProps) {
  const [axis, setAxis] = useState<Axis>('s');
  const frame = useRef<HTMLDivElement>(null);
  const inputs = { s: useRef<HTMLInputElement>(null), v: useRef<HTMLInputElement>(null) };

  const { dragging, handlers } = useDrag({
    frame,
    disabled,
    onMove: ({ x, y }) => {
      inputs[axis].current?.focus({ preventScroll: true });
      onChange({ ...hsv, s: x, v: 1 - y });
    },
    onRelease: onCommit,
  });

  const pressKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const along: Axis = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].includes(event.key) ? 'v' : 's';
    const target = keyTarget(event, Math.round(hsv[along] * 100), percent);
    if (target === undefined) return;
    event.preventDefault();
    onChange({ ...hsv, [along]: target / 100 });
    onCommit();
    // Focuses the input of the changed axis, so that screen readers announce its value.
    setAxis(along);
    inputs[along].current?.focus({ preventScroll: true });
  };

  const said = { s: `${Math.round(hsv.s * 100)}%`, v: `${Math.round(hsv.v * 100)}%` };
  const axes = [
    { name: 's', label: labels.saturation, text: `${said.s}, ${labels.brightness} ${said.v}` },
    { name: 'v', label: labels.brightness, text: `${said.v}, ${labels.saturation} ${said.s}` },
  ] as const;
  return (
    <div
      ref={frame}
      {...handlers}
      role="group"
      aria-label={labels.area}
      data-slot="color-area"
      data-state={disabled ? 'disabled' : dragging ? 'dragging' : 'resting'}
      className="group relative h-40 touch-none rounded-md forced-color-adjust-none select-none not-data-[state=disabled]:cursor-crosshair data-[state=disabled]:cursor-not-allowed data-[state=disabled]:opacity-50"
    >
      {/* Colour and position are SVG attributes, because the first HTML must not contain inline styles. */}
      <svg aria-hidden="true" className="absolute size-full rounded-md">
        <rect width="100%" height="100%" fill={hsvToHex({ h: hsv.h, s: 1, v: 1 })} />
      </svg>
      <div className="absolute inset-0 rounded-md border border-line-strong bg-[linear-gradient(to_top,#000,transparent),linear-gradient(to_right,#fff,transparent)] bg-origin-border" />
      {axes.map(({ name, label, text }) => (
        <input
          key={name}
          ref={inputs[name]}
          type="range"
          min={0}
          max={100}
          value={Math.round(hsv[name] * 100)}
          disabled={disabled}
          tabIndex={name === axis ? 0 : -1}
          aria-label={label}
          aria-roledescription={labels.areaKind}
          aria-orientation={name === 's' ? 'horizontal' : 'vertical'}
          aria-valuetext={text}
          onFocus={() => setAxis(name)}
          onChange={(event) => {
            onChange({ ...hsv, [name]: event.target.valueAsNumber / 100 });
            onCommit();
          }}
          onKeyDown={pressKey}
          className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
        />
      ))}
      <svg aria-hidden="true" className="pointer-events-none absolute size-full overflow-visible">
        <ColorThumb cx={`${hsv.s * 100}%`} cy={`${(1 - hsv.v) * 100}%`} color={hsvToHex(hsv)} />
      </svg>
    </div>
  );
}

/**
 * Thumb with a white and a black ring, visible on every colour. Must be inside an element with the class `group` that
 * contains its input.
 */
export function ColorThumb({ cx, cy, color }: { cx: string; cy: string; color: string }) {
  return (
    <>
      <circle cx={cx} cy={cy} r="9.5" fill="none" stroke="#000" strokeOpacity="0.5" strokeWidth="1" />
      <circle cx={cx} cy={cy} r="8" fill={color} stroke="#fff" strokeWidth="2.5" />
      <g className="hidden fill-none [stroke-width:2.5] group-has-focus-visible:block">
        <circle cx={cx} cy={cy} r="13" stroke="#fff" />
        <circle cx={cx} cy={cy} r="10.75" stroke="#000" />
      </g>
    </>
  );
}
