import { Slider } from '@isola/ui/slider';
import { useTranslation } from 'react-i18next';

import { blurBackground } from '../../backgrounds/blur.ts';
import { settingsOf } from '../../backgrounds/define-background.ts';
import { imagesGroup } from './background-groups.ts';
import { BackgroundTile } from './background-tile.tsx';
import { type BackgroundTilesProps, defineBackgroundPanel } from './define-background-panel.ts';

export const blurPanel = defineBackgroundPanel(blurBackground, {
  group: imagesGroup,
  Tiles: BlurTile,
  Settings({ settings, onChoose, onPreview }) {
    const { t } = useTranslation('editor');
    return (
      <Slider
        label={t('background.strength')}
        min={1}
        max={100}
        value={settings.strength}
        onValueChange={(strength) => onPreview({ ...settings, strength })}
        onValueCommit={(strength) => onChoose({ ...settings, strength })}
      />
    );
  },
});

function BlurTile({ editor: { document }, background, onChoose }: BackgroundTilesProps) {
  const { t } = useTranslation('editor');
  const isChosen = settingsOf(blurBackground, background) !== undefined;
  return blurBackground.choices.map(({ id, label, background: choice }) => (
    <BackgroundTile
      key={id}
      label={label(t)}
      selected={isChosen}
      // Once more would throw its strength away.
      onClick={() => isChosen || onChoose(choice)}
      className="h-14"
    >
      <span className="relative grid size-full place-items-center">
        <img src={document.image.url} alt="" className="absolute size-full scale-125 object-cover blur-[3px]" />
        <span className="relative rounded-sm bg-photo-plate px-1.5 text-12 text-on-photo">{label(t)}</span>
      </span>
    </BackgroundTile>
  ));
}
