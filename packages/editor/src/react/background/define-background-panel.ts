import type { ReactNode } from 'react';

import type { BackgroundDefinition } from '../../backgrounds/define-background.ts';
import type { Background } from '../../model/background.ts';
import type { Translate } from '../../model/translate.ts';
import type { Editor } from '../../editor.ts';

/** Tab of a phone's panel. Groups that reference the same object share the tab. */
export interface BackgroundTab {
  readonly label: (t: Translate) => string;
}

/** Group of tiles under one label. Panels that reference the same object share the group. */
export interface BackgroundGroup {
  readonly label: (t: Translate) => string;
  readonly columns: 1 | 2 | 3 | 5;
  /** Tab that contains the group on a phone. Default: a tab of its own, with the group's label. */
  readonly tab?: BackgroundTab;
}

/** Props of the tiles of a background kind. */
export interface BackgroundTilesProps {
  /** Editor of the image. Settings for several images have no eyedropper and no stage images. */
  editor: Pick<Editor, 'document' | 'registries'> & {
    readonly [Part in 'eyedropper' | 'stageImages' | 'segmentation']?: Editor[Part] | undefined;
  };
  /** Current background, of any kind. `settingsOf` returns its settings if it is of the panel's kind. */
  background: Background;
  /** Commits the background as a step. */
  onChoose: (background: Background) => void;
  /** Previews the background while a pointer or key is still changing it. */
  onPreview: (background: Background) => void;
  /** Called with the files that were picked. The first becomes the background. */
  onFiles: (files: File[]) => void;
}

/** Props of the settings of a background kind, while the current background is of that kind. */
export interface BackgroundSettingsProps<Settings extends Background = Background> {
  settings: Settings;
  onChoose(this: void, settings: Settings): void;
  onPreview(this: void, settings: Settings): void;
}

/** React components that choose one kind of background and change its settings. */
export interface BackgroundPanel<Settings extends Background = Background> {
  readonly definition: BackgroundDefinition<Settings>;
  readonly group: BackgroundGroup;
  /** Tiles of the kind, placed in the group's grid. */
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
