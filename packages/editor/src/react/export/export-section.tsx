import { choosesWhereToSave, download, safeFileName, saveAs, saveOver } from '@isola/files';
import { formatBytes, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { Slider } from '@isola/ui/slider';
import { Check, Contrast, Copy, FolderDown, RotateCcw, Save, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { backgroundDefinition } from '../../backgrounds/define-background.ts';
import type { Editor } from '../../editor.ts';
import type { ExportOptions, DocumentState } from '../../schema/document-state.ts';
import { initialState } from '../../schema/initial-state.ts';
import { isSameData } from '../../model/same-data.ts';
import { rememberExport } from '../../export/last-export.ts';
import { copyResult } from '../../export/copy-result.ts';
import { FailureBanner } from '../session/failure-banner.tsx';
import type { Failure } from '../../model/failure.ts';
import { failureOf } from '../../rendering/rendering-failure.ts';
import { ExportSettings } from './export-settings.tsx';
import { FormatChoice } from './format-choice.tsx';
import { formatOf } from '../../document/formats.ts';
import { useNeed } from '../use-need.ts';

const partWidth = 'flex-1 px-2 pointer-coarse:h-11';

const failedWords = { copy: 'export.copyFailed', save: 'file.saveFailed', share: 'export.shareFailed' } as const;

/** Outcome of an export, shown as long as the exported state is the current one. */
interface Outcome {
  readonly of: DocumentState;
  readonly action: keyof typeof failedWords;
  readonly state: 'under-way' | 'done' | 'failed';
  /** Name of the saved file. */
  readonly name?: string;
}

/** Says what the file will be, and takes it elsewhere than among the downloads. */
export function ExportSection({ editor }: { editor: Editor }) {
  const { t, i18n } = useTranslation('editor');
  const { document, rendering, autosave } = editor;
  const { file, widthPx, heightPx } = useStore(
    rendering,
    useShallow((state) => ({ file: state.file, widthPx: state.widthPx, heightPx: state.heightPx })),
  );
  useNeed(rendering, 'file');
  const state = useStore(document.history, ({ state }) => state);
  const { format, quality } = state.export;
  const [outcome, setOutcome] = useState<Outcome>();
  const [matte, setMatte] = useState<'under-way' | Failure>();
  const work = useWork();
  const ready = file.state === 'ready' ? file : undefined;
  /** The quality that the limit on the file's size left of the chosen one. */
  const limited = ready?.quality !== undefined && ready.quality < quality ? ready.quality : undefined;
  const { backgrounds, formats } = editor.registries;
  const chosen = formatOf(format, formats);
  const { ending } = chosen;
  // Another format belongs under another name.
  const place = editor.saveTarget?.name.endsWith(`.${ending}`) ? editor.saveTarget : undefined;

  const nameOf = (ending: string, kind: 'cutout' | 'matte' = 'cutout') =>
    safeFileName(document.image.name, { fallback: t('tool:photo.fileName'), ending, kind });
  /** The file's settings are no steps of the picture: an undo leaves them as they are. */
  const setExport = (next: ExportOptions) => {
    document.history.amend((each) => ({ ...each, export: next }));
    rememberExport(next);
  };
  const choose = (choice: Partial<ExportOptions>) => setExport({ ...state.export, ...choice });
  const stateOf = (action: Outcome['action']) =>
    outcome?.of === state && outcome.action === action ? outcome.state : 'idle';
  const copyPng = async () => {
    setOutcome({ of: state, action: 'copy', state: 'under-way' });
    try {
      await copyResult(rendering, work());
      setOutcome({ of: state, action: 'copy', state: 'done' });
    } catch {
      setOutcome({ of: state, action: 'copy', state: 'failed' });
    }
  };
  const save = async (over?: FileSystemFileHandle) => {
    if (!ready) return;
    setOutcome({ of: state, action: 'save', state: 'under-way' });
    const history = document.history.dump();
    try {
      if (over) await saveOver(over, ready.file);
      const handle = over ?? (await saveAs(ready.file, nameOf(ending)));
      if (handle) {
        editor.setSaveTarget(handle);
        autosave?.noteSaved(document, history);
      }
      setOutcome(handle && { of: state, action: 'save', state: 'done', name: handle.name });
    } catch {
      setOutcome({ of: state, action: 'save', state: 'failed' });
    }
  };
  const share = async () => {
    if (!ready) return;
    setOutcome(undefined);
    try {
      await navigator.share({ files: [new File([ready.file], nameOf(ending), { type: ready.file.type })] });
    } catch (error) {
      // Closing the system's sheet is an answer too, and needs no words.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setOutcome({ of: state, action: 'share', state: 'failed' });
    }
  };
  const saveMatte = async () => {
    const signal = work();
    setMatte('under-way');
    try {
      download(await rendering.writeMatte(signal), nameOf('png', 'matte'));
      setMatte(undefined);
    } catch (error) {
      setMatte(signal.aborted ? undefined : failureOf(error));
    }
  };

  const isSaving = stateOf('save') === 'under-way';
  return (
    <section aria-label={t('tools.export.title')} className="flex flex-col gap-4">
      <FormatChoice formats={formats} format={chosen.id} onChoose={(next) => choose({ format: next })} />
      {chosen.hasQuality && (
        <Slider
          label={t('export.quality')}
          min={1}
          max={100}
          value={quality}
          onValueChange={(next) => document.history.preview({ ...state, export: { ...state.export, quality: next } })}
          onValueCommit={(next) => choose({ quality: next })}
          {...(limited !== undefined && { formatValue: (value) => `${value} → ${limited}` })}
        />
      )}
      {limited !== undefined && (
        <p data-slot="quality-limited" className="-mt-2 text-13 text-soft tabular-nums">
          {t('export.qualityLimited', { quality: limited })}
        </p>
      )}
      {!chosen.hasTransparency && backgroundDefinition(backgrounds, state.background).isTransparent && (
        <p className="text-13 text-soft">{t('export.onWhite')}</p>
      )}
      {file.state === 'failed' ? (
        <>
          <FailureBanner failure={file.failure} />
          <Button onClick={rendering.retry} className="pointer-coarse:h-11">
            <RotateCcw aria-hidden />
            {t('tool:retry')}
          </Button>
        </>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-13 tabular-nums [&>dd]:text-end [&>dt]:text-soft">
          <dt>{t('file.pixels')}</dt>
          <dd data-slot="pixel-size">
            {t('tool:result.pixels', { width: ready?.widthPx ?? widthPx, height: ready?.heightPx ?? heightPx })}
          </dd>
          <dt>{t('export.size')}</dt>
          <dd data-slot="file-size" aria-live="polite" aria-busy={!ready}>
            {ready ? formatBytes(i18n.language as Locale, ready.file.size) : t('export.working')}
          </dd>
        </dl>
      )}
      <ExportSettings
        choice={state.export}
        onChoose={choose}
        written={ready}
        {...{ widthPx, heightPx }}
        original={document.image.file}
      />
      {!isSameData(state.export, initialState.export) && (
        <div className="flex items-center justify-between gap-3">
          <p className="text-13 text-soft">
            {t(state.export.maxBytes === undefined ? 'export.nextImage' : 'export.nextImageUnlimited')}
          </p>
          <Button
            variant="ghost"
            size="sm"
            onClick={() => setExport(initialState.export)}
            className="-me-2.5 pointer-coarse:h-11"
          >
            {t('export.reset')}
          </Button>
        </div>
      )}
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          {choosesWhereToSave() && (
            <div className="flex basis-full flex-wrap gap-2">
              {place && (
                <Button
                  disabled={!ready}
                  loading={isSaving}
                  title={t('file.saveOver', { name: place.name })}
                  onClick={() => void save(place)}
                  className={partWidth}
                >
                  {!isSaving && <Save aria-hidden />}
                  <span>{t('file.save')}</span>
                </Button>
              )}
              <Button disabled={!ready || isSaving} onClick={() => void save()} className={partWidth}>
                <FolderDown aria-hidden />
                {t('file.saveAs')}
              </Button>
            </div>
          )}
          {'clipboard' in navigator && (
            <Button loading={stateOf('copy') === 'under-way'} onClick={() => void copyPng()} className={partWidth}>
              {stateOf('copy') === 'done' ? (
                <Check aria-hidden />
              ) : (
                stateOf('copy') !== 'under-way' && <Copy aria-hidden />
              )}
              <span aria-live="polite">{stateOf('copy') === 'done' ? t('export.copied') : t('export.copy')}</span>
            </Button>
          )}
          {sharesFiles() && (
            <Button disabled={!ready} onClick={() => void share()} className={partWidth}>
              <Share2 aria-hidden />
              {t('export.share')}
            </Button>
          )}
          <Button loading={matte === 'under-way'} onClick={() => void saveMatte()} className={partWidth}>
            {matte !== 'under-way' && <Contrast aria-hidden />}
            <span>{t('export.matte')}</span>
          </Button>
        </div>
        <p role="status" className="text-13 wrap-anywhere text-soft empty:hidden">
          {stateOf('save') === 'done' && t('file.savedAs', { name: outcome?.name })}
        </p>
        {typeof matte === 'object' && <FailureBanner failure={matte} onDismiss={() => setMatte(undefined)} />}
        {outcome?.of === state && outcome.state === 'failed' && (
          <p role="alert" className="text-13 text-danger">
            {t(failedWords[outcome.action])}
          </p>
        )}
      </div>
    </section>
  );
}

/** @returns gives each piece of work a signal; what is still under way when the panel goes is ended. */
function useWork(): () => AbortSignal {
  const own = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      own.current?.abort();
      own.current = undefined;
    },
    [],
  );
  return () => (own.current ??= new AbortController()).signal;
}

function sharesFiles(): boolean {
  const probe = new File([], 'picture.png', { type: 'image/png' });
  return (navigator as Partial<Navigator>).canShare?.({ files: [probe] }) ?? false;
}
