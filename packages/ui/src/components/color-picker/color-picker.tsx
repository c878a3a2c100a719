import { Pipette } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { useField } from '../field/field-context.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import { UnstyledDiv } from '../tabs/unstyled.tsx';
import { ColorArea, type ColorAreaLabels } from './color-area.tsx';
import { ColorSwatch } from './color-swatch.tsx';
import { HexField } from './hex-field.tsx';
import { hexToHsv, hsvToHex, parseHex, type Hsv } from './hsv.ts';
import { HueSlider } from './hue-slider.tsx';
import { withRecent } from './recent-colors.ts';
import { useEyeDropper } from './use-eye-dropper.ts';

export { ColorSwatch, type ColorSwatchProps } from './color-swatch.tsx';

export interface ColorPickerLabels extends ColorAreaLabels {
  hue: string;
  /** Accessible name of the text field: "Hex code". */
  hex: string;
  /** Accessible name of the eyedropper button. */
  eyeDropper: string;
  /** Heading of the swatches. */
  swatches: string;
  /** Heading of the recent colours. */
  recent: string;
}

export interface ColorChoice {
  /** Colour as `#rrggbb`. */
  color: string;
  /** Name of the colour. */
  label: string;
}

export interface ColorPickerProps extends Omit<ComponentProps<'div'>, 'children' | 'defaultValue' | 'onChange'> {
  /** All texts of the picker. */
  labels: ColorPickerLabels;
  /** Controlled colour as `#rrggbb`; `#rgb` is accepted too. */
  value?: string;
  /** Initial colour of an uncontrolled picker. Black by default. */
  defaultValue?: string;
  /** Called with every change. Receives lower-case `#rrggbb`. */
  onValueChange?: (value: string) => void;
  /**
   * Called when a choice is complete: at the pointer's release, after a key, and after a complete text. Receives
   * lower-case `#rrggbb`.
   */
  onValueCommit?: (value: string) => void;
  /** Predefined colours with their names. */
  swatches?: readonly ColorChoice[];
  /** Recently used colours, newest first, at most 12. */
  recent?: readonly string[];
  /**
   * Called with the recent colours including the new choice. Several trials in one visit count as one choice, the last.
   */
  onRecentChange?: (recent: string[]) => void;
  /** Disables the picker: it cannot be focused or changed. */
  disabled?: boolean;
  /** Name under which a form submits the colour. */
  name?: string;
}

/** Picker for an opaque colour: by area and hue, by code, from the screen, or from swatches. */
export function ColorPicker({
  labels,
  value: controlled,
  defaultValue = '#000000',
  onValueChange,
  onValueCommit,
  swatches = none,
  recent = none,
  onRecentChange,
  disabled = false,
  name,
  className,
  onBlur,
  ...props
}: ColorPickerProps) {
  const field = useField();
  const [own, setOwn] = useState(defaultValue);
  const value = parseHex(controlled ?? own) ?? '#000000';
  const [chosen, setChosen] = useState(() => hexToHsv(value));
  const hsv = remember(value, chosen);

  // A release follows its last move immediately, before React renders.
  const latest = useRef({ value, committed: true });
  useEffect(() => {
    latest.current.value = value;
  });
  /** Recent colours at the beginning of this visit. */
  const visit = useRef<readonly string[]>(undefined);

  const change = (next: string) => {
    if (next === latest.current.value) return;
    latest.current = { value: next, committed: false };
    setOwn(next);
    onValueChange?.(next);
  };
  const move = (next: Hsv) => {
    setChosen(next);
    change(hsvToHex(next));
  };
  /** Commits the current colour. @returns true when the colour is new. */
  const commit = () => {
    const { value: next, committed } = latest.current;
    if (committed) return false;
    latest.current.committed = true;
    onValueCommit?.(next);
    return true;
  };
  const commitNew = () => {
    if (!commit()) return;
    visit.current ??= recent;
    onRecentChange?.(withRecent(visit.current, latest.current.value));
  };
  const choose = (color: string) => {
    change(color);
    commit();
    visit.current = undefined;
  };
  const openEyeDropper = useEyeDropper((hex) => {
    change(hex);
    commitNew();
  });

  const group = { role: 'group', 'aria-labelledby': field?.labelId, 'aria-describedby': field?.describedBy };
  return (
    <div
      {...group}
      data-slot="color-picker"
      data-state={disabled ? 'disabled' : 'ready'}
      onBlur={(event) => {
        onBlur?.(event);
        if (!event.currentTarget.contains(event.relatedTarget)) visit.current = undefined;
      }}
      className={cn('flex min-w-52 flex-col gap-3', className)}
      {...props}
    >
      <ColorArea hsv={hsv} onChange={move} onCommit={commitNew} labels={labels} disabled={disabled} />
      <HueSlider
        hue={hsv.h}
        onChange={(h) => move({ ...hsv, h })}
        onCommit={commitNew}
        label={labels.hue}
        disabled={disabled}
      />
      <div className="flex items-center gap-2">
        <svg aria-hidden="true" data-slot="color-preview" className="size-9 flex-none forced-color-adjust-none">
          <rect x="0.5" y="0.5" width="35" height="35" rx="9.5" fill={value} className="stroke-line-strong" />
        </svg>
        <HexField value={value} onChange={change} onCommit={commitNew} label={labels.hex} disabled={disabled} />
        {openEyeDropper && (
          <IconButton variant="secondary" label={labels.eyeDropper} disabled={disabled} onClick={openEyeDropper}>
            <Pipette />
          </IconButton>
        )}
      </div>
      <SwatchRow label={labels.swatches} choices={swatches} value={value} onChoose={choose} disabled={disabled} />
      <SwatchRow
        label={labels.recent}
        choices={recent.map((color) => ({ color, label: color }))}
        value={value}
        onChoose={choose}
        disabled={disabled}
      />
      {(name ?? field?.name) && <input type="hidden" name={name ?? field?.name} value={value} disabled={disabled} />}
    </div>
  );
}

const none: readonly never[] = [];

interface SwatchRowProps {
  label: string;
  choices: readonly ColorChoice[];
  value: string;
  onChoose: (color: string) => void;
  /** Disables the swatches. */
  disabled: boolean;
}

function SwatchRow({ label, choices, value, onChoose, disabled }: SwatchRowProps) {
  const id = useId();
  if (choices.length === 0) return null;
  return (
    <div>
      <p id={id} className="mb-1.5 text-12 text-soft">
        {label}
      </p>
      <Toolbar.Root asChild aria-labelledby={id} className="flex flex-wrap gap-2.5 outline-none">
        <UnstyledDiv>
          {choices.map((choice) => (
            <Toolbar.Button key={choice.color} asChild disabled={disabled}>
              <ColorSwatch
                color={choice.color}
                label={choice.label}
                selected={choice.color.toLowerCase() === value}
                onClick={() => onChoose(parseHex(choice.color) ?? value)}
              />
            </Toolbar.Button>
          ))}
        </UnstyledDiv>
      </Toolbar.Root>
    </div>
  );
}

/**
 * Returns the HSV of a colour. Grey has no hue and black has no saturation; for these the previously chosen values are
 * kept.
 */
function remember(value: string, chosen: Hsv): Hsv {
  if (hsvToHex(chosen) === value) return chosen;
  const { h, s, v } = hexToHsv(value);
  return { h: s === 0 ? chosen.h : h, s: v === 0 ? chosen.s : s, v };
}
