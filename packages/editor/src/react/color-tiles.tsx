import { cn } from '@isola/ui/cn';
import { Palette } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { brandColors, rememberBrandColor } from '../document/brand-colors.ts';
import { BackgroundTile } from './background/background-tile.tsx';
import { ColorInput } from './color-input.tsx';

/** Column span of the picker's tile, by the number of recent colours in its row: it fills the rest of the row. */
const restOfRow = ['col-span-3', 'col-span-2', 'col-span-1'];

const offered = [
  { id: 'white', color: '#ffffff' },
  { id: 'black', color: '#000000' },
] as const;

export interface ColorTilesProps {
  label: string;
  className?: string;
  /** Current colour, `#rrggbb`. */
  chosen: string;
  /** Called while a colour is being picked. */
  onPreview: (color: string) => void;
  onChoose: (color: string) => void;
}

/** Row of colours: white, black, the colours picked last, and a picker. */
export function ColorTiles({ label, className, chosen, onPreview, onChoose }: ColorTilesProps) {
  const { t } = useTranslation('editor');
  const recent = useStore(brandColors);
  const [isOpen, setOpen] = useState(false);
  const picker = useId();
  const others = recent.filter((color) => offered.every((one) => one.color !== color)).slice(0, 2);
  const isOwn = offered.every(({ color }) => color !== chosen) && !others.includes(chosen);
  return (
    <div role="group" aria-label={label} className={cn('grid grid-cols-5 gap-2', className)}>
      {offered.map(({ id, color }) => (
        <Tile key={id} label={t(`background.${id}`)} color={color} chosen={chosen} onChoose={onChoose} />
      ))}
      {others.map((color) => (
        <Tile key={color} label={t('background.recent', { color })} color={color} chosen={chosen} onChoose={onChoose} />
      ))}
      <BackgroundTile
        label={t('background.pick')}
        selected={isOwn}
        aria-expanded={isOpen}
        aria-controls={picker}
        onClick={() => setOpen(!isOpen)}
        className={restOfRow[others.length]}
      >
        <span
          className="flex size-full items-center justify-center gap-2 bg-sheet text-13 text-soft"
          {...(isOwn && { style: { background: chosen } })}
        >
          {!isOwn && <Palette aria-hidden className="size-5" />}
          {!isOwn && others.length === 0 && <span>{t('background.pick')}</span>}
        </span>
      </BackgroundTile>
      <div id={picker} hidden={!isOpen} className="col-span-full mt-1.5">
        {isOpen && (
          <ColorInput
            value={chosen}
            onValueChange={onPreview}
            onValueCommit={onChoose}
            onBlur={(event) => {
              // The colour is saved once the focus leaves the picker, so that not every shade tried is saved.
              if (isOwn && !event.currentTarget.contains(event.relatedTarget)) rememberBrandColor(chosen);
            }}
          />
        )}
      </div>
    </div>
  );
}

interface TileProps {
  label: string;
  color: string;
  chosen: string;
  onChoose: (color: string) => void;
}

function Tile({ label, color, chosen, onChoose }: TileProps) {
  return (
    <BackgroundTile label={label} selected={color === chosen} onClick={() => onChoose(color)}>
      <span className="size-full" style={{ background: color }} />
    </BackgroundTile>
  );
}
