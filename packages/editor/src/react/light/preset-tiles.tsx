import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { type LightPreset, lightPresets, lightWithPreset } from '../../document/light-presets.ts';
import type { Editor } from '../../editor.ts';
import { isSameData } from '../../model/same-data.ts';
import { BackgroundTile } from '../background/background-tile.tsx';

/** Pictures of the presets: a subject that floats, stands or lies. Each sets the shadows as one step. */
export function PresetTiles({ editor: { document, registries } }: { editor: Pick<Editor, 'document' | 'registries'> }) {
  const { t } = useTranslation('editor');
  const { history } = document;
  // Only the preset is selected, so that moving a slider does not render the tiles.
  const selected = useStore(history, ({ state }) =>
    lightPresets.find((preset) => isSameData(state.light, lightWithPreset(state, preset, registries.backgrounds))),
  );
  const choose = (preset: LightPreset) => {
    const { state: now } = history.getState();
    history.commit('light', { ...now, light: lightWithPreset(now, preset, registries.backgrounds) });
  };
  return (
    <div role="group" aria-label={t('light.presets')} className="grid grid-cols-3 gap-2.5">
      {lightPresets.map((preset) => (
        <BackgroundTile
          key={preset}
          label={t(`light.preset.${preset}`)}
          selected={preset === selected}
          onClick={() => choose(preset)}
          className="h-20"
        >
          <span className="flex size-full flex-col items-center justify-end gap-0.5 bg-sheet pb-1.5 text-12 text-soft">
            <Picture preset={preset} />
            {t(`light.preset.${preset}`)}
          </span>
        </BackgroundTile>
      ))}
    </div>
  );
}

function Picture({ preset }: { preset: LightPreset }) {
  const blur = useId();
  const isLying = preset === 'lying';
  const y = preset === 'floating' ? 3 : 9;
  return (
    <svg aria-hidden viewBox="0 0 64 44" className="h-11 w-auto text-ink">
      <filter id={blur} x="-50%" y="-100%" width="200%" height="300%">
        <feGaussianBlur stdDeviation={preset === 'floating' ? 2 : 1.2} />
      </filter>
      <g filter={`url(#${blur})`} fill="currentColor">
        {isLying && <rect x="25" y="11" width="20" height="26" rx="3" opacity="0.45" />}
        {preset === 'standing' && <path d="M22 38 L42 38 L58 31 L41 31 Z" opacity="0.35" />}
        {preset !== 'lying' && <ellipse cx="32" cy="38.5" rx="11" ry="2.6" opacity="0.55" />}
      </g>
      <rect
        x="22"
        y={isLying ? 8 : y}
        width="20"
        height={isLying ? 26 : 29}
        rx="3"
        className="fill-neutral-3 stroke-current"
        strokeWidth="1.5"
      />
    </svg>
  );
}
