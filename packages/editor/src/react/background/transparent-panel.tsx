import { useTranslation } from 'react-i18next';

import { settingsOf } from '../../backgrounds/define-background.ts';
import { transparentBackground } from '../../backgrounds/transparent.ts';
import { colorsGroup } from './background-groups.ts';
import { BackgroundTile } from './background-tile.tsx';
import { type BackgroundTilesProps, defineBackgroundPanel } from './define-background-panel.ts';

export const transparentPanel = defineBackgroundPanel(transparentBackground, {
  group: colorsGroup,
  Tiles: TransparentTile,
});

function TransparentTile({ background, onChoose }: BackgroundTilesProps) {
  const { t } = useTranslation('editor');
  return transparentBackground.choices.map(({ id, label, background: choice }) => (
    <BackgroundTile
      key={id}
      label={label(t)}
      selected={settingsOf(transparentBackground, background) !== undefined}
      onClick={() => onChoose(choice)}
    >
      <span className="size-full [background-size:10px_10px]! bg-checker" />
    </BackgroundTile>
  ));
}
