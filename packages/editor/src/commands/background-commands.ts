import { studios } from '@isola/imaging';

import { gradients } from '../document/gradients.ts';
import { defaultBlurStrength, plainColors } from '../document/plain-colors.ts';
import type { Background } from '../schema/document-state.ts';
import { type Command, defineCommand, type Translate } from './define-command.ts';

export const backgroundCommands = [
  backgroundCommand('background.transparent', (t) => t('background.transparent'), { kind: 'transparent' }),
  ...plainColors.map(({ id, color }) =>
    backgroundCommand(`background.${id}`, (t) => t(`background.${id}`), { kind: 'color', color }),
  ),
  ...gradients.map(({ id, ...gradient }) =>
    backgroundCommand(`gradient.${id}`, (t) => t(`gradient.${id}`), { kind: 'gradient', ...gradient }),
  ),
  ...studios.map(({ id }) => backgroundCommand(`studio.${id}`, (t) => t(`studio.${id}`), { kind: 'studio', id })),
  backgroundCommand('background.blur', (t) => t('background.blur'), { kind: 'blur', strength: defaultBlurStrength }),
];

function backgroundCommand(id: string, label: (t: Translate) => string, background: Background): Command {
  return defineCommand({
    id,
    group: 'background',
    label,
    run({ editor: { document } }) {
      document.history.commit(background.kind, { ...document.history.getState().state, background });
    },
  });
}
