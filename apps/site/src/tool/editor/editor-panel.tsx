import type { Segmentation } from '@isola/segmenter';
import { useTranslation } from 'react-i18next';

import { documentOf } from '../document/photo-document.ts';
import type { Photo } from '../removal.ts';
import { BackgroundSection } from './background-section.tsx';
import { ExportSection } from './export-section.tsx';
import { HistoryButtons } from './history-buttons.tsx';

/** What can be made of a cut-out: its background, and its file. */
export function EditorPanel({ photo, result }: { photo: Photo; result: Segmentation }) {
  const { t } = useTranslation('tool');
  const document = documentOf(photo);
  return (
    <div data-slot="editor" className="flex flex-col gap-5">
      <div className="flex flex-col gap-3 border-t border-line pt-3">
        <div className="flex items-center justify-between">
          <h3 className="text-14 font-medium">{t('background.title')}</h3>
          <HistoryButtons document={document} />
        </div>
        <BackgroundSection document={document} />
      </div>
      <ExportSection document={document} result={result} />
    </div>
  );
}
