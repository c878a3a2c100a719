import type { Size } from '@isola/imaging';
import { cn } from '@isola/ui/cn';
import { Maximize } from 'lucide-react';

import type { Orientation } from '../../document/crop-geometry.ts';
import { type CropPreset, ratioOfPreset } from '../../document/crop-presets.ts';

export interface PresetTileProps {
  preset: CropPreset;
  imageSize: Size;
  orientation: Orientation;
  label: string;
  selected: boolean;
  onClick: () => void;
  className?: string;
}

/** Longer side of the drawn shape, in CSS px. */
const sidePx = 18;

/** Button that chooses a crop preset. It shows the preset's shape and its label. */
export function PresetTile({ preset, imageSize, orientation, label, selected, onClick, className }: PresetTileProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onClick}
      className={cn(
        'flex h-14 min-w-0 flex-col items-center justify-center gap-1 rounded-sm border border-line text-12 text-soft tabular-nums',
        'transition-colors hover:border-line-strong hover:bg-hover hover:text-ink',
        'aria-pressed:border-cut aria-pressed:text-ink forced-colors:aria-pressed:border-[Highlight]',
        className,
      )}
    >
      <span className="grid size-5 place-items-center">
        <Shape ratio={ratioOfPreset(preset, imageSize, orientation)} />
      </span>
      <span className="max-w-full truncate px-1">{label}</span>
    </button>
  );
}

function Shape({ ratio }: { ratio: number | undefined }) {
  if (ratio === undefined) return <Maximize aria-hidden className="size-5" />;
  const [width, height] = [sidePx * Math.min(1, ratio), sidePx / Math.max(1, ratio)];
  return <span className="rounded-[2px] border-[1.5px] border-current" style={{ width, height }} />;
}
