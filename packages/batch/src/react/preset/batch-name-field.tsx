import { builtInRegistries } from '@isola/editor';
import { NamePatternField } from '@isola/editor/react/preset-parts';
import { nameResults } from '@isola/files';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';

import { useBatch, useBatchState } from '../batch-context.tsx';

/** Number of names in the preview. */
const previewCount = 3;

/** Field for the pattern of the results' names, with a preview of the first names. */
export function BatchNameField() {
  const { t } = useTranslation(['batch', 'tool']);
  const batch = useBatch();
  const namePattern = useBatchState(({ preset }) => preset.namePattern);
  const names = useBatchState(useShallow(({ items }) => items.slice(0, previewCount).map(({ name }) => name)));
  const format = useBatchState(({ preset }) => preset.preset.state.export.format);
  const { ending = 'png' } = builtInRegistries.formats.find(({ id }) => id === format) ?? {};
  return (
    <NamePatternField
      label={t('name.label')}
      hint={t('name.hint')}
      previewLabel={t('name.preview')}
      placeholders={['name', 'counter']}
      value={namePattern}
      onCommit={(pattern) => batch.setPreset({ ...batch.getState().preset, namePattern: pattern })}
      namesOf={(pattern) =>
        nameResults(
          pattern,
          names.map((name) => ({ name, ending })),
          { fallback: t('tool:photo.fileName') },
        )
      }
    />
  );
}
