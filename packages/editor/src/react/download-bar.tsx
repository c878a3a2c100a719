import { formatBytes, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { download } from '../export/download.ts';
import { FailureBanner } from './session/failure-banner.tsx';
import { DragOut } from './drag-out.tsx';
import { useEditorHost } from './session/editor-host.tsx';
import type { Failure } from '../session/segmentation-session.ts';
import { safeFileName } from '../export/safe-file-name.ts';
import { failureOf } from '../rendering/create-rendering.ts';
import type { Editor } from '../editor.ts';
import { useDocumentState } from './use-recipe.ts';
import { useRendering } from './use-rendering.ts';
import { formatOf } from '../document/formats.ts';

/** Takes the file away, whatever tool is open; its size is told as soon as it is known. */
export function DownloadBar({ editor }: { editor: Editor }) {
  const { document, rendering, autosave } = editor;
  const { footer } = useEditorHost();
  const { t, i18n } = useTranslation('editor');
  const { file } = useRendering(rendering);
  const { state: recipe } = useDocumentState(document);
  const [writing, setWriting] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const own = useRef<AbortController>(undefined);
  useEffect(() => () => own.current?.abort(), []);
  const { label, ending } = formatOf(recipe.export.format, editor.registries.formats);

  const save = async () => {
    own.current?.abort();
    const { signal } = (own.current = new AbortController());
    setFailure(undefined);
    setWriting(true);
    const history = document.history.dump();
    try {
      const written = await rendering.writeFile(signal);
      download(
        written.file,
        safeFileName(document.image.name, { fallback: t('tool:photo.fileName'), ending, kind: 'cutout' }),
      );
      autosave?.noteSaved(document, history);
    } catch (error) {
      if (!signal.aborted) setFailure(failureOf(error));
    }
    if (!signal.aborted) setWriting(false);
  };

  return (
    <div className="flex flex-col gap-2 border-t border-line bg-sheet p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] [grid-area:take] lg:border-s lg:px-5 lg:py-4">
      {failure && <FailureBanner failure={failure} onDismiss={() => setFailure(undefined)} />}
      <div className="flex gap-2 lg:flex-col">
        <Button
          variant="primary"
          size="lg"
          data-main
          className="max-lg:flex-1"
          // Not while the file's size is found out: a press then would be ignored.
          loading={writing}
          onClick={() => void save()}
        >
          {!writing && <Download aria-hidden />}
          {t('tool:download', { format: label })}
          {file.state === 'ready' && (
            <span data-slot="file-size" aria-live="polite" className="text-13 font-normal tabular-nums">
              {formatBytes(i18n.language as Locale, file.file.size)}
            </span>
          )}
        </Button>
        <div className="flex items-center justify-between gap-1">
          {footer}
          <DragOut editor={editor} />
        </div>
      </div>
    </div>
  );
}
