import { formatBytes, type Locale } from '@isola/i18n';
import type { Segmentation } from '@isola/segmenter';
import { Button } from '@isola/ui/button';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Slider } from '@isola/ui/slider';
import { Check, Contrast, Copy, Download, RotateCcw, Share2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FileFormat } from '#imaging/compositor-protocol.ts';

import type { PhotoDocument } from '../document/photo-document.ts';
import type { ExportChoice, Recipe } from '../document/recipe.ts';
import { download } from '../download.ts';
import { FailureBanner } from '../failure-banner.tsx';
import { resultFileName } from '../file-name.ts';
import type { Failure } from '../removal.ts';
import { failureOf } from './create-rendering.ts';
import { renderingOf, useRecipe, useRendering } from './rendering-of.ts';

const formats = {
  png: { label: 'PNG', ending: 'png' },
  webp: { label: 'WebP', ending: 'webp' },
  jpeg: { label: 'JPEG', ending: 'jpg' },
} as const satisfies Record<FileFormat, { label: string; ending: string }>;

const halfWidth = 'flex-1 px-2 pointer-coarse:h-11';

/** Says what the file will be, and takes it away. */
export function ExportSection({ document, result }: { document: PhotoDocument; result: Segmentation }) {
  const { t, i18n } = useTranslation('tool');
  const rendering = renderingOf(document.photo, result);
  const { file } = useRendering(rendering);
  const { state: recipe } = useRecipe(document);
  const { format, quality } = recipe.export;
  const [copy, setCopy] = useState<{ readonly of: Recipe; readonly state: 'under-way' | 'done' | 'failed' }>();
  const [matteFailure, setMatteFailure] = useState<Failure>();
  const work = useWork();
  const title = useId();

  const nameOf = (ending: string, kind?: 'matte') =>
    resultFileName(document.photo.name, t('photo.fileName'), ending, kind);
  const exporting = (choice: Partial<ExportChoice>) => ({ ...recipe, export: { ...recipe.export, ...choice } });
  const save = () => file.state === 'ready' && download(file.file, nameOf(formats[format].ending));
  // What was copied before another step was something else.
  const copying = copy?.of === recipe ? copy.state : 'idle';
  const copyPng = async () => {
    setCopy({ of: recipe, state: 'under-way' });
    try {
      // The promise itself goes into the clipboard: Safari wants to be asked while the press is fresh.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': rendering.writePng(work()) })]);
      setCopy({ of: recipe, state: 'done' });
    } catch {
      setCopy({ of: recipe, state: 'failed' });
    }
  };
  const share = async () => {
    if (file.state !== 'ready') return;
    const shared = new File([file.file], nameOf(formats[format].ending), { type: file.file.type });
    // Closing the system's sheet is an answer too, and needs no words.
    await navigator.share({ files: [shared] }).catch(() => undefined);
  };
  const saveMatte = async () => {
    const signal = work();
    setMatteFailure(undefined);
    try {
      download(await rendering.writeMatte(signal), nameOf('png', 'matte'));
    } catch (error) {
      if (!signal.aborted) setMatteFailure(failureOf(error));
    }
  };

  return (
    <section aria-labelledby={title} className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 id={title} className="text-14 font-medium">
        {t('export.title')}
      </h3>
      <SegmentedControl
        label={t('step.format')}
        value={format}
        onValueChange={(next) => document.history.step('format', exporting({ format: next }))}
        segments={[
          { value: 'png', label: formats.png.label },
          { value: 'webp', label: formats.webp.label, disabled: !writesWebp() },
          { value: 'jpeg', label: formats.jpeg.label },
        ]}
        className="flex pointer-coarse:*:h-11"
      />
      {format !== 'png' && (
        <Slider
          label={t('export.quality')}
          min={1}
          max={100}
          value={quality}
          onValueChange={(next) => document.history.attempt(exporting({ quality: next }))}
          onValueCommit={(next) => document.history.step('quality', exporting({ quality: next }))}
        />
      )}
      {format === 'jpeg' && recipe.background.kind === 'transparent' && (
        <p className="text-13 text-soft">{t('export.onWhite')}</p>
      )}
      {file.state === 'failed' ? (
        <>
          <FailureBanner failure={file.failure} />
          <Button onClick={rendering.retry} className="pointer-coarse:h-11">
            <RotateCcw aria-hidden />
            {t('retry')}
          </Button>
        </>
      ) : (
        <p className="flex justify-between text-13">
          <span className="text-soft">{t('export.size')}</span>
          <span data-slot="file-size" aria-live="polite" aria-busy={file.state === 'working'} className="tabular-nums">
            {file.state === 'ready' ? formatBytes(i18n.language as Locale, file.file.size) : t('export.working')}
          </span>
        </p>
      )}
      <div className="flex flex-col gap-2">
        <Button
          variant="primary"
          size="lg"
          loading={file.state === 'working'}
          disabled={file.state === 'failed'}
          onClick={save}
          data-main
        >
          {file.state !== 'working' && <Download aria-hidden />}
          {t('download', { format: formats[format].label })}
        </Button>
        <div className="flex flex-wrap gap-2">
          <Button loading={copying === 'under-way'} onClick={() => void copyPng()} className={halfWidth}>
            {copying === 'done' ? <Check aria-hidden /> : copying !== 'under-way' && <Copy aria-hidden />}
            <span aria-live="polite">{copying === 'done' ? t('export.copied') : t('export.copy')}</span>
          </Button>
          {sharesFiles() && (
            <Button disabled={file.state !== 'ready'} onClick={() => void share()} className={halfWidth}>
              <Share2 aria-hidden />
              {t('export.share')}
            </Button>
          )}
          <Button onClick={() => void saveMatte()} className={halfWidth}>
            <Contrast aria-hidden />
            {t('export.matte')}
          </Button>
        </div>
        {matteFailure && <FailureBanner failure={matteFailure} onDismiss={() => setMatteFailure(undefined)} />}
        {copying === 'failed' && (
          <p role="alert" className="text-13 text-danger">
            {t('export.copyFailed')}
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

let webp: boolean | undefined;

/** Safari reads WebP and does not write it. */
function writesWebp(): boolean {
  return (webp ??= document.createElement('canvas').toDataURL('image/webp').startsWith('data:image/webp'));
}

function sharesFiles(): boolean {
  const probe = new File([], 'picture.png', { type: 'image/png' });
  return (navigator as Partial<Navigator>).canShare?.({ files: [probe] }) ?? false;
}
