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
  /** Names the text field: "Hex code". */
  hex: string;
  /** Names the button that picks from the screen. */
  eyeDropper: string;
  /** Heads the swatches. */
  swatches: string;
  /** Heads the recent colours. */
  recent: string;
}

export interface ColorChoice {
  /** `#rrggbb`. */
  color: string;
  /** Its name. */
  label: string;
}

export interface ColorPickerProps extends Omit<ComponentProps<'div'>, 'children' | 'defaultValue' | 'onChange'> {
  /** All its words. */
  labels: ColorPickerLabels;
  /** `#rrggbb`; `#rgb` is understood as well. */
  value?: string;
  /** Without it, black. */
  defaultValue?: string;
  /** Receives lower-case `#rrggbb` with every change. */
  onValueChange?: (value: string) => void;
  /** Receives lower-case `#rrggbb` at the pointer's release, after a key, and when a typed text is complete. */
  onValueCommit?: (value: string) => void;
  /** Colours to choose from, each with its name. */
  swatches?: readonly ColorChoice[];
  /** The colours chosen before, newest first, up to 12. */
  recent?: readonly string[];
  /** Receives the recent colours with the new choice among them. Trials of one visit count as one choice: the last. */
  onRecentChange?: (recent: string[]) => void;
  /** It can be seen, but neither focused nor changed. */
  disabled?: boolean;
  /** Under which a form sends the colour. */
  name?: string;
}

/** Any opaque colour: by area and hue, by its code, from the screen, or out of those at hand. */
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

  // A release comes right after its last move, before React draws.
  const latest = useRef({ value, committed: true });
  useEffect(() => {
    latest.current.value = value;
  });
  /** The recent colours as they were when this visit began. */
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
  /** @returns whether there was anything new. */
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
  /** It can be seen, but neither focused nor changed. */
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

/** A grey has no hue and black no saturation: what was set before them stays where it was. */
function remember(value: string, chosen: Hsv): Hsv {
  if (hsvToHex(chosen) === value) return chosen;
  const { h, s, v } = hexToHsv(value);
  return { h: s === 0 ? chosen.h : h, s: v === 0 ? chosen.s : s, v };
}
