import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import type { DocumentState, Outline } from '../../schema/document-state.ts';
import { ColorTiles } from '../color-tiles.tsx';
import { withoutOutline } from '../../document/without-outline.ts';
import { StateSlider } from '../state-slider.tsx';

type History = ImageDocument['history'];

const white = '#ffffff';

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
  const stateWith = (color: string) => {
    const { state } = history.getState();
    return state.outline ? { ...state, outline: { ...state.outline, color } } : state;
  };
  return (
    <ColorTiles
      label={t('light.outlineColor')}
      className="border-s border-line ps-4"
      chosen={chosen}
      onPreview={(color) => history.preview(stateWith(color))}
      onChoose={(color) => history.commit('outline', stateWith(color))}
    />
  );
}

/** @returns the state with the outline, or without any outline when its width is 0. */
function withOutline(state: DocumentState, next: Outline): DocumentState {
  return next.width > 0 ? { ...state, outline: next } : withoutOutline(state);
}
