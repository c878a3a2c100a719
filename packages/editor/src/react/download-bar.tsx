import { formatBytes, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { useCommand } from './commands/editor-commands.tsx';
import { EnlargeProgress, stopEnlarging } from './enlarge/enlarge-progress.tsx';
import { FailureBanner } from './session/failure-banner.tsx';
import { DragOut } from './drag-out.tsx';
import { formatOf } from '../document/formats.ts';
import type { EditorDownload } from '../export/create-editor-download.ts';
import { chooseExport, otherFormat } from '../export/fitting-format.ts';
import { useEditorHost } from './session/editor-host.tsx';
import type { Editor } from '../editor.ts';
import { useFocusBack } from './use-focus-back.ts';

/** Time for which the name of a saved file is shown, in ms. */
const savedShownMs = 4_000;

export interface DownloadBarProps {
  editor: Editor;
  /** False when the bar above the image has the buttons. */
  hasButtons: boolean;
}

/** Bar below the panel: the outcome of the last download, the page's content and, on a phone, the download itself. */
export function DownloadBar({ editor, hasButtons }: DownloadBarProps) {
  const { download } = editor;
  const { footer } = useEditorHost();
  const failure = useStore(download, (state) => state.failure);
  useEffect(() => download.cancel, [download]);
  return (
    <div className="flex flex-col gap-2 border-t border-line bg-sheet p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] [grid-area:take] md:px-5 md:landscape:border-s">
      {failure && (
        // On a phone a long message scrolls, so that the download below it stays in reach.
        <div data-slot="download-failure" className="overflow-y-auto max-md:max-h-[45dvh]">
          <FailureBanner
            failure={failure}
            onDismiss={download.dismissFailure}
            actions={failure.code === 'enlarger-load-failed' && <EnlargeFailureActions editor={editor} />}
          />
        </div>
      )}
      <EnlargeProgress editor={editor} />
      <SavedNote download={download} />
      <div className="flex gap-2">
        {hasButtons && <DownloadButtons editor={editor} size="lg" />}
        <div className={cn('flex flex-wrap items-center justify-between gap-1', !hasButtons && 'flex-1')}>
          {footer}
          <DragOut editor={editor} />
        </div>
      </div>
    </div>
  );
}

/** Buttons that download the network again, or save the result without it. They disappear then, and hand the focus back. */
function EnlargeFailureActions({ editor }: { editor: Editor }) {
  const { t } = useTranslation(['editor', 'tool']);
  const { run } = useCommand('download');
  const buttons = useFocusBack<HTMLDivElement>();
  return (
    <div ref={buttons} className="contents">
      <Button size="sm" onClick={run} className="pointer-coarse:h-11">
        {t('tool:retry')}
      </Button>
      <Button size="sm" onClick={() => stopEnlarging(editor)} className="pointer-coarse:h-11">
        {t('enlarge.without')}
      </Button>
    </div>
  );
}

/** The download, with the file's size as soon as it is known, and a press to the other format of an opaque result. */
export function DownloadButtons({ editor, size }: { editor: Editor; size: 'md' | 'lg' }) {
  const { rendering, download } = editor;
  const { i18n } = useTranslation('editor');
  const sizeBytes = useStore(rendering, ({ file }) => (file.state === 'ready' ? file.file.size : undefined));
  const isWriting = useStore(download, (state) => state.isWriting);
  const command = useCommand('download');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The waiting screen is gone, and the focus with it. The most likely next action is the download.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <OtherFormat editor={editor} size={size} />
      <Button
        variant="primary"
        size={size}
        ref={button}
        className="max-lg:px-2 max-md:min-w-0 max-md:flex-1 max-[22.5rem]:text-14 pointer-coarse:min-h-11"
        // The button is not `loading` while the file is written only to show its size, because it would ignore
        // presses.
        loading={isWriting}
        title={command.tip}
        onClick={command.run}
      >
        {!isWriting && <Download aria-hidden />}
        <span>{command.label}</span>
        {sizeBytes !== undefined && (
          <span data-slot="file-size" aria-live="polite" className="text-13 font-normal tabular-nums">
            {formatBytes(i18n.language as Locale, sizeBytes)}
          </span>
        )}
      </Button>
    </>
  );
}

/** Switches the file of an opaque result between JPEG and PNG. */
function OtherFormat({ editor: { document: photo, registries }, size }: { editor: Editor; size: 'md' | 'lg' }) {
  const { t } = useTranslation('editor');
  const { itemActions } = useEditorHost();
  const other = useStore(photo.history, ({ state }) => otherFormat(state, registries));
  // The preset of a batch decides the format of its images.
  if (!other || itemActions) return null;
  const { label } = formatOf(other, registries.formats);
  const choose = () => {
    chooseExport(photo, { ...photo.history.getState().state.export, format: other }, registries);
  };
  return (
    <Button
      size={size}
      aria-label={t('help.command.format', { format: label })}
      title={t('help.command.format', { format: label })}
      onClick={choose}
      className="px-2! text-13 pointer-coarse:min-h-11"
    >
      {label}
    </Button>
  );
}

/** Shows the name of the saved file for some seconds, with a button for another image. */
function SavedNote({ download }: { download: EditorDownload }) {
  const { t } = useTranslation(['editor', 'tool']);
  const { session, itemActions } = useEditorHost();
  const name = useStore(download, ({ savedName }) => savedName);
  useEffect(() => {
    if (name === undefined) return undefined;
    const timer = setTimeout(download.dismissSaved, savedShownMs);
    return () => clearTimeout(timer);
  }, [download, name]);
  return (
    <div className={cn('flex items-center justify-between gap-2 text-13', name === undefined && 'sr-only')}>
      <p role="status" data-slot="saved-note" className="min-w-0 truncate text-soft" title={name}>
        {name !== undefined && t('download.saved', { name })}
      </p>
      {name !== undefined && !itemActions && (
        <Button variant="ghost" size="sm" className="-me-2 pointer-coarse:h-11" onClick={() => void session.reset()}>
          {t('tool:another')}
        </Button>
      )}
    </div>
  );
}
