import { Button } from '@isola/ui/button';
import { Palette, Pipette } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { colorBackground } from '../../backgrounds/color.ts';
import { settingsOf } from '../../backgrounds/define-background.ts';
import { brandColors, forgetBrandColor, rememberBrandColor } from '../../document/brand-colors.ts';
import type { Editor } from '../../editor.ts';
import { colorsGroup } from './background-groups.ts';
import { ColorInput } from '../color-input.tsx';
import { BackgroundTile } from './background-tile.tsx';
import { type BackgroundTilesProps, defineBackgroundPanel } from './define-background-panel.ts';

export const colorPanel = defineBackgroundPanel(colorBackground, { group: colorsGroup, Tiles: ColorTiles });

/** Column span of the picker's tile, by the number of recent colours in its row: it fills the rest of the row. */
const restOfRow = ['col-span-5', 'col-span-4', 'col-span-3', 'col-span-2', 'col-span-1'];

function ColorTiles({ editor: { eyedropper }, background, onChoose, onPreview }: BackgroundTilesProps) {
  const { t } = useTranslation('editor');
  const recent = useStore(brandColors);
  const [open, setOpen] = useState(false);
  const picker = useId();
  const pick = useRef<HTMLButtonElement>(null);
  const color = settingsOf(colorBackground, background)?.color;
  const offered = [...colorBackground.choices.map((choice) => choice.background.color), ...recent];
  const isOwn = color !== undefined && !offered.includes(color);
  const keep = () => {
    if (isOwn) rememberBrandColor(color);
  };
  return (
    <>
      {colorBackground.choices.map(({ id, label, background: choice }) => (
        <ColorTile key={id} label={label(t)} color={choice.color} chosen={color} onChoose={onChoose} />
      ))}
      {recent.map((each) => (
        <ColorTile
          key={each}
          label={t('background.recent', { color: each })}
          color={each}
          chosen={color}
          onChoose={onChoose}
          aria-keyshortcuts="Delete"
          onKeyDown={({ key, currentTarget: { nextElementSibling: next } }) => {
            if (key !== 'Delete' && key !== 'Backspace') return;
            // Otherwise the focus would be lost with the removed tile.
            if (next instanceof HTMLElement) next.focus();
            forgetBrandColor(each);
          }}
        />
      ))}
      <BackgroundTile
        ref={pick}
        label={t('background.pick')}
        selected={isOwn}
        aria-expanded={open}
        aria-controls={picker}
        onClick={() => {
          if (open) keep();
          setOpen(!open);
        }}
        className={restOfRow[recent.length % 5]}
      >
        <span
          className="flex size-full items-center justify-center gap-2 bg-sheet text-13 text-soft"
          {...(isOwn && { style: { background: color } })}
        >
          {!isOwn && <Palette aria-hidden className="size-5" />}
          {!isOwn && recent.length % 5 < 3 && <span>{t('background.pick')}</span>}
        </span>
      </BackgroundTile>
      {color && recent.includes(color) && (
        <Button
          wrap
          variant="ghost"
          size="sm"
          onClick={() => {
            pick.current?.focus();
            // An open picker would save the colour again.
            setOpen(false);
            forgetBrandColor(color);
          }}
          className="col-span-full -ms-2.5 -mt-0.5 justify-self-start text-start pointer-coarse:min-h-11"
        >
          {t('background.forget', { color })}
        </Button>
      )}
      <div id={picker} hidden={!open} className="col-span-full mt-1.5">
        {open && (
          <>
            <ColorInput
              value={color ?? '#ffffff'}
              onValueChange={(next) => onPreview({ kind: 'color', color: next })}
              onValueCommit={(next) => onChoose({ kind: 'color', color: next })}
              onBlur={(event) => {
                // The colour is saved once the focus leaves the picker, so that not every shade tried is saved.
                if (!event.currentTarget.contains(event.relatedTarget)) keep();
              }}
            />
            {eyedropper && (
              <PhotoColorButton
                eyedropper={eyedropper}
                onColor={(next) => {
                  rememberBrandColor(next);
                  onChoose({ kind: 'color', color: next });
                }}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

interface PhotoColorButtonProps {
  eyedropper: Editor['eyedropper'];
  onColor: (color: string) => void;
}

function PhotoColorButton({ eyedropper, onColor }: PhotoColorButtonProps) {
  const { t } = useTranslation('editor');
  const isPicking = useStore(eyedropper, (state) => state.isPicking);
  useEffect(() => eyedropper.cancel, [eyedropper]);
  return (
    <Button
      aria-pressed={isPicking}
      onClick={() => (isPicking ? eyedropper.cancel() : eyedropper.pick(onColor))}
      className="mt-3 w-full pointer-coarse:h-11"
    >
      <Pipette aria-hidden />
      {t('picker.fromPhoto')}
    </Button>
  );
}

interface ColorTileProps extends Pick<ComponentProps<'button'>, 'aria-keyshortcuts' | 'onKeyDown'> {
  label: string;
  color: string;
  chosen: string | undefined;
  onChoose: BackgroundTilesProps['onChoose'];
}

function ColorTile({ color, chosen, onChoose, ...props }: ColorTileProps) {
  return (
    <BackgroundTile {...props} selected={color === chosen} onClick={() => onChoose({ kind: 'color', color })}>
      <span className="size-full" style={{ background: color }} />
    </BackgroundTile>
  );
}
