import { Palette } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { brandColors, rememberBrandColor } from '../../document/brand-colors.ts';
import type { ImageDocument } from '../../document/image-document.ts';
import type { DocumentState, Outline } from '../../schema/document-state.ts';
import { BackgroundTile } from '../background/background-tile.tsx';
import { ColorInput } from '../color-input.tsx';
import { withoutOutline } from '../../document/without-outline.ts';
import { StateSlider } from '../state-slider.tsx';

type History = ImageDocument['history'];

/** Column span of the picker's tile, by the number of recent colours in its row: it fills the rest of the row. */
const restOfRow = ['col-span-3', 'col-span-2', 'col-span-1'];

const white = '#ffffff';
const offered = [
  { id: 'white', color: white },
  { id: 'black', color: '#000000' },
] as const;

/** Controls for the outline around the subject: its width and, once it has one, its colour. */
export function OutlineGroup({ history }: { history: History }) {
  const { t, i18n } = useTranslation('editor');
  const color = useStore(history, ({ state }) => state.outline?.color);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  return (
    <>
      <StateSlider
        label={t('light.outline')}
        history={history}
        stepName="outline"
        read={({ outline }) => outline?.width ?? 0}
        write={(state, width) => withOutline(state, { width, color: state.outline?.color ?? white })}
        formatValue={(value) => percent.format(value / 100)}
      />
      {color && <OutlineColors history={history} chosen={color} />}
    </>
  );
}

function OutlineColors({ history, chosen }: { history: History; chosen: string }) {
  const { t } = useTranslation('editor');
  const recent = useStore(brandColors);
  const [isOpen, setOpen] = useState(false);
  const picker = useId();
  const others = recent.filter((color) => offered.every((one) => one.color !== color)).slice(0, 2);
  const isOwn = offered.every(({ color }) => color !== chosen) && !others.includes(chosen);
  const stateWith = (color: string) => {
    const { state } = history.getState();
    return state.outline ? { ...state, outline: { ...state.outline, color } } : state;
  };
  const choose = (color: string) => history.commit('outline', stateWith(color));
  return (
    <div role="group" aria-label={t('light.outlineColor')} className="grid grid-cols-5 gap-2 border-s border-line ps-4">
      {offered.map(({ id, color }) => (
        <Tile key={id} label={t(`background.${id}`)} color={color} chosen={chosen} onChoose={choose} />
      ))}
      {others.map((color) => (
        <Tile key={color} label={t('background.recent', { color })} color={color} chosen={chosen} onChoose={choose} />
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
            onValueChange={(color) => history.preview(stateWith(color))}
            onValueCommit={choose}
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

/** @returns the state with the outline, or without any outline when its width is 0. */
function withOutline(state: DocumentState, next: Outline): DocumentState {
  return next.width > 0 ? { ...state, outline: next } : withoutOutline(state);
}
