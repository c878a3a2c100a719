import { choosesWhereToSave } from '@isola/files';
import type { EncodedFile } from '@isola/imaging';
import { Button } from '@isola/ui/button';
import { Check, Contrast, Copy, FolderDown, Save, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { Editor } from '../../editor.ts';
import { FailureBanner } from '../session/failure-banner.tsx';
import { type ExportHandlers, useExportActions } from './use-export-actions.ts';

const partWidth = 'flex-1 px-2 pointer-coarse:h-11';

const failedWords = { copy: 'export.copyFailed', save: 'file.saveFailed', share: 'export.shareFailed' } as const;

export interface ExportActionsProps {
  editor: Editor;
  /** The written file; undefined until it is ready. */
  ready: EncodedFile | undefined;
  /** Extension of the file's name, without the dot. */
  ending: string;
}

/** Buttons that save, copy and share a result, and their outcomes. */
export function ExportActions({ editor, ready, ending }: ExportActionsProps) {
  const { t } = useTranslation('editor');
  const actions = useExportActions(editor, ready, ending);
  const { outcome, matte, stateOf } = actions;
  // A file of another format needs another name.
  const target = editor.saveTarget?.name.endsWith(`.${ending}`) ? editor.saveTarget : undefined;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {choosesWhereToSave() && <SaveButtons actions={actions} target={target} isReady={ready !== undefined} />}
        {'clipboard' in navigator && (
          <Button
            loading={stateOf('copy') === 'under-way'}
            onClick={() => void actions.copyPng()}
            className={partWidth}
          >
            {stateOf('copy') === 'done' ? (
              <Check aria-hidden />
            ) : (
              stateOf('copy') !== 'under-way' && <Copy aria-hidden />
            )}
            <span aria-live="polite">{stateOf('copy') === 'done' ? t('export.copied') : t('export.copy')}</span>
          </Button>
        )}
        {sharesFiles() && (
          <Button disabled={!ready} onClick={() => void actions.share()} className={partWidth}>
            <Share2 aria-hidden />
            {t('export.share')}
          </Button>
        )}
        <Button loading={matte === 'under-way'} onClick={() => void actions.saveMatte()} className={partWidth}>
          {matte !== 'under-way' && <Contrast aria-hidden />}
          <span>{t('export.matte')}</span>
        </Button>
      </div>
      <p role="status" className="text-13 wrap-anywhere text-soft empty:hidden">
        {stateOf('save') === 'done' && t('file.savedAs', { name: outcome?.name })}
      </p>
      {typeof matte === 'object' && <FailureBanner failure={matte} onDismiss={actions.dismissMatteFailure} />}
      {outcome?.state === 'failed' && (
        <p role="alert" className="text-13 text-danger">
          {t(failedWords[outcome.action])}
        </p>
      )}
    </div>
  );
}

interface SaveButtonsProps {
  actions: ExportHandlers;
  /** File that was saved or opened before, which can be overwritten. */
  target: FileSystemFileHandle | undefined;
  isReady: boolean;
}

function SaveButtons({ actions: { save, stateOf }, target, isReady }: SaveButtonsProps) {
  const { t } = useTranslation('editor');
  const isSaving = stateOf('save') === 'under-way';
  return (
    <div className="flex basis-full flex-wrap gap-2">
      {target && (
        <Button
          disabled={!isReady}
          loading={isSaving}
          title={t('file.saveOver', { name: target.name })}
          onClick={() => void save(target)}
          className={partWidth}
        >
          {!isSaving && <Save aria-hidden />}
          <span>{t('file.save')}</span>
        </Button>
      )}
      <Button disabled={!isReady || isSaving} onClick={() => void save()} className={partWidth}>
        <FolderDown aria-hidden />
        {t('file.saveAs')}
      </Button>
    </div>
  );
}

function sharesFiles(): boolean {
  const probe = new File([], 'picture.png', { type: 'image/png' });
  return (navigator as Partial<Navigator>).canShare?.({ files: [probe] }) ?? false;
}
