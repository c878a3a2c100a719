import { formatBytes, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { useCommand } from './commands/editor-commands.tsx';
import { FailureBanner } from './session/failure-banner.tsx';
import { DragOut } from './drag-out.tsx';
import type { EditorDownload } from '../export/create-editor-download.ts';
import { useEditorHost } from './session/editor-host.tsx';
import type { Editor } from '../editor.ts';

/** Time for which the name of a saved file is shown, in ms. */
const savedShownMs = 8_000;

/** Bar with the download button, visible in every tool. It shows the file's size as soon as the size is known. */
export function DownloadBar({ editor }: { editor: Editor }) {
  const { rendering, download } = editor;
  const { footer } = useEditorHost();
  const { i18n } = useTranslation('editor');
  const sizeBytes = useStore(rendering, ({ file }) => (file.state === 'ready' ? file.file.size : undefined));
  const { isWriting, failure } = useStore(download);
  const command = useCommand('download');
  useEffect(() => download.cancel, [download]);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The waiting screen is gone, and the focus with it. The most likely next action is the download.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="flex flex-col gap-2 border-t border-line bg-sheet p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] [grid-area:take] md:border-s md:px-5 md:py-4">
      {failure && <FailureBanner failure={failure} onDismiss={download.dismissFailure} />}
      <SavedNote download={download} />
      <div className="flex gap-2 md:flex-col">
        <Button
          variant="primary"
          size="lg"
          ref={button}
          className="max-lg:px-2 max-md:min-w-0 max-md:flex-1 max-[22.5rem]:text-14"
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
        <div className="flex items-center justify-between gap-1 md:flex-wrap">
          {footer}
          <DragOut editor={editor} />
        </div>
      </div>
    </div>
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
