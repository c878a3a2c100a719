import type { ReactNode } from 'react';

import type { BackgroundDefinition } from '../../backgrounds/define-background.ts';
import type { Background } from '../../model/background.ts';
import type { Translate } from '../../model/translate.ts';
import type { Editor } from '../../editor.ts';

/** Tiles that stand together under one name. Panels that name the same object share it. */
export interface BackgroundGroup {
  readonly label: (t: Translate) => string;
  readonly columns: 1 | 2 | 3 | 5;
}

/** Props of the tiles of a background kind. */
export interface BackgroundTilesProps {
  /** Editor of the image. Settings for several images have no eyedropper and no stage images. */
  editor: Pick<Editor, 'document' | 'registries'> & {
    readonly [Part in 'eyedropper' | 'stageImages']?: Editor[Part] | undefined;
  };
  /** The present one, of any kind; `settingsOf` says whether it is of one's own. */
  background: Background;
  /** Takes it as a step. */
  onChoose: (background: Background) => void;
  /** Shows it, while a pointer or key still changes it. */
  onPreview: (background: Background) => void;
  /** Takes in images that were picked, each as a background. */
  onFiles: (files: File[]) => void;
}

/** Props of the settings of a background kind, while the current background is of that kind. */
export interface BackgroundSettingsProps<Settings extends Background = Background> {
  settings: Settings;
  onChoose(this: void, settings: Settings): void;
  onPreview(this: void, settings: Settings): void;
}

/** How one kind of background is chosen and set: its half with React. */
export interface BackgroundPanel<Settings extends Background = Background> {
  readonly definition: BackgroundDefinition<Settings>;
  readonly group: BackgroundGroup;
  /** Stands in the group's grid. */
  readonly Tiles: (props: BackgroundTilesProps) => ReactNode;
  Settings?(this: void, props: BackgroundSettingsProps<Settings>): ReactNode;
}

/** Defines the panel of a kind of background. To add one, name it in the `backgroundPanels` of the `EditorHost`. */
export function defineBackgroundPanel<Settings extends Background>(
  definition: BackgroundDefinition<Settings>,
  panel: Omit<BackgroundPanel<Settings>, 'definition'>,
): BackgroundPanel<Settings> {
  return { definition, ...panel };
}
