import { formatSeconds, type Locale } from '@isola/i18n';
import type { Segmentation } from '@isola/segmenter';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Check, Download, LockKeyhole, ScanSearch } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { download } from './download.ts';
import { resultFileName } from './file-name.ts';
import { useEditor } from './lazy-editor.ts';
import type { Photo } from './removal.ts';
import { siteRemoval } from './site-removal.ts';

/** What can be done with the result, and how it came about. */
export function ResultActions({ photo, result }: { photo: Photo; result: Segmentation }) {
  const { t, i18n } = useTranslation('tool');
  const locale = i18n.language as Locale;
  const { run } = result;
  const hint = useId();
  const took = formatSeconds(locale, run.timingsMs.complete);
  const editor = useEditor();
  return (
    <>
      <p role="status" className="flex items-center gap-2">
        <Check aria-hidden className="size-4 text-success" />
        {t('result.announce', { seconds: took })}
      </p>
      {result.subject === 'none' && (
        <Banner tone="warning" title={t('result.noSubject.title')}>
          {t('result.noSubject.text')}
        </Banner>
      )}
      {editor ? <editor.EditorPanel photo={photo} result={result} /> : <PlainDownload photo={photo} png={result.png} />}
      <div className="flex flex-col gap-2 [&>button]:pointer-coarse:h-11">
        {canLookCloser(result) && (
          <>
            <Button aria-describedby={hint} onClick={siteRemoval.lookCloser}>
              <ScanSearch aria-hidden />
              {t('fine.action')}
            </Button>
            <p id={hint} className="mb-1 text-13 text-soft">
              {t('fine.hint')}
            </p>
          </>
        )}
        <Button variant="ghost" onClick={siteRemoval.reset}>
          {t('another')}
        </Button>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-line pt-4 text-13 [&>dd]:text-end [&>dd]:tabular-nums [&>dt]:text-soft">
        <dt>{t('result.size')}</dt>
        <dd>{t('result.pixels', { width: result.widthPx, height: result.heightPx })}</dd>
        <dt>{t('result.detail')}</dt>
        <dd>{t(`result.detail.${run.detail}`)}</dd>
        <dt>{t('result.where')}</dt>
        <dd>{t(`result.where.${run.realm}`, { count: run.threads })}</dd>
      </dl>
      {(run.realmReason === 'worker-not-started' || run.realmReason === 'worker-died') && (
        <Banner tone="info" title={t('result.inPage.title')}>
          {t('result.inPage.text')}
        </Banner>
      )}
      <p className="flex items-center gap-2 text-13 text-soft">
        <LockKeyhole aria-hidden className="size-4 text-success" />
        {t('result.local')}
      </p>
    </>
  );
}

/** The cut-out as it is: until the editor is there. */
function PlainDownload({ photo, png }: { photo: Photo; png: Blob }) {
  const { t } = useTranslation('tool');
  return (
    <Button
      variant="primary"
      size="lg"
      data-main
      onClick={() => download(png, resultFileName(photo.name, t('photo.fileName')))}
    >
      <Download aria-hidden />
      {t('download', { format: 'PNG' })}
    </Button>
  );
}

/** The memory, in GiB, with which a closer look is suggested; what browsers do not tell counts as this much. */
const suggestedMemoryGib = 4;
/** Up to this longer side the first look has seen the whole picture. */
const wholeLongSidePx = 1024;

function canLookCloser({ run, widthPx, heightPx }: Segmentation): boolean {
  const memoryGib = (navigator as { deviceMemory?: number }).deviceMemory ?? suggestedMemoryGib;
  const hasMore = Math.max(widthPx, heightPx) > wholeLongSidePx || run.workingWidthPx * run.workingHeightPx < 700_000;
  return run.detail === 'standard' && memoryGib >= suggestedMemoryGib && hasMore;
}
