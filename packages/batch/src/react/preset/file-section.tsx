import type { Editor, EditorRegistries, Preset } from '@isola/editor';
import { CreditFields, FormatChoice, PageSettings, SizeLimit } from '@isola/editor/react/preset-parts';
import { Slider } from '@isola/ui/slider';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { useBatchState } from '../batch-context.tsx';

export interface FileSectionProps {
  document: Editor['document'];
  registries: Pick<EditorRegistries, 'formats' | 'backgrounds'>;
}

/** Format, quality and maximum size in bytes of the result files. */
export function FileSection({ document: { history }, registries: { formats, backgrounds } }: FileSectionProps) {
  const { t } = useTranslation('editor');
  const choice = useStore(history, ({ state }) => state.export);
  const { format, quality, maxBytes } = choice;
  const isTransparent = useStore(
    history,
    ({ state }) => backgrounds.find(({ kind }) => kind === state.background.kind)?.isTransparent,
  );
  const firstName = useBatchState(({ items }) => items[0]?.name ?? '');
  const chosen = formats.find(({ id }) => id === format);
  const exporting = (choice: Partial<Preset['state']['export']>) => {
    const { state } = history.getState();
    return { ...state, export: { ...state.export, ...choice } };
  };
  return (
    <>
      <FormatChoice
        formats={formats}
        format={format}
        onChoose={(next) => history.commit('format', exporting({ format: next }))}
      />
      {chosen?.isPage && (
        <PageSettings choice={choice} onChoose={(next) => history.commit('export', exporting(next))} />
      )}
      {chosen?.hasQuality && (
        <Slider
          label={t('export.quality')}
          min={1}
          max={100}
          value={quality}
          onValueChange={(next) => history.preview(exporting({ quality: next }))}
          onValueCommit={(next) => history.commit('quality', exporting({ quality: next }))}
        />
      )}
      {chosen && !chosen.hasTransparency && isTransparent && <p className="text-13 text-soft">{t('export.onWhite')}</p>}
      <SizeLimit maxBytes={maxBytes} onChoose={(next) => history.commit('limit', exporting({ maxBytes: next }))} />
      <CreditFields
        choice={choice}
        onChoose={(next) => history.commit('metadata', exporting(next))}
        imageName={firstName}
      />
    </>
  );
}
