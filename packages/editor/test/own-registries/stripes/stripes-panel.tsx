import { settingsOf } from '@isola/editor';
import { BackgroundTile, defineBackgroundPanel } from '@isola/editor/react';
import { Slider } from '@isola/ui/slider';
import { useTranslation } from 'react-i18next';

import { stripes } from './stripes.ts';

/** Panel of the background for the React binding. */
export const stripesPanel = defineBackgroundPanel(stripes, {
  group: { label: () => 'Stripes', columns: 5 },
  Tiles({ background, onChoose }) {
    const { t } = useTranslation('editor');
    return stripes.choices.map(({ id, label, background: choice }) => (
      <BackgroundTile
        key={id}
        label={label(t)}
        selected={settingsOf(stripes, background)?.widthPx === choice.widthPx}
        onClick={() => onChoose(choice)}
      >
        <span className="size-full bg-[linear-gradient(90deg,blue_50%,yellow_50%)]" />
      </BackgroundTile>
    ));
  },
  Settings: ({ settings, onChoose, onPreview }) => (
    <Slider
      label="Stripe width"
      min={1}
      max={20}
      value={settings.widthPx}
      onValueChange={(widthPx) => onPreview({ ...settings, widthPx })}
      onValueCommit={(widthPx) => onChoose({ ...settings, widthPx })}
    />
  ),
});
