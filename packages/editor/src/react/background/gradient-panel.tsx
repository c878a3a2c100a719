import { gradientCss } from '@isola/imaging';
import { useTranslation } from 'react-i18next';

import { settingsOf } from '../../backgrounds/define-background.ts';
import { gradientBackground } from '../../backgrounds/gradient.ts';
import { colorsTab } from './background-groups.ts';
import { BackgroundTile } from './background-tile.tsx';
import { type BackgroundTilesProps, defineBackgroundPanel } from './define-background-panel.ts';

export const gradientPanel = defineBackgroundPanel(gradientBackground, {
  group: { label: (t) => t('background.gradients'), columns: 5, tab: colorsTab },
  Tiles: GradientTiles,
});

function GradientTiles({ background, onChoose }: BackgroundTilesProps) {
  const { t } = useTranslation('editor');
  const settings = settingsOf(gradientBackground, background);
  return gradientBackground.choices.map(({ id, label, background: gradient }) => (
    <BackgroundTile
      key={id}
      label={label(t)}
      selected={settings !== undefined && gradientCss(settings) === gradientCss(gradient)}
      onClick={() => onChoose(gradient)}
    >
      <span className="size-full" style={{ background: gradientCss(gradient) }} />
    </BackgroundTile>
  ));
}
