import { FailureBanner, useEditorHost } from '@isola/editor/react';
import { formatDateTime, formatList, formatPercent, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@isola/ui/dropdown-menu';
import { Progress } from '@isola/ui/progress';
import { Download, FileBraces, FileText, Printer, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { verdictOn } from '../preflight/verdict.ts';
import type { ReportedPhoto } from '../report/report.ts';
import type { MadePhoto, ShopSession, Work } from '../session/create-shop-session.ts';
import { enlargementWords } from './enlargement-words.ts';
import { allowedWords, ruleWords } from './rule-words.ts';
import { useDownload } from './use-download.ts';

/** Bar with the number of files, the progress, the results and the downloads. */
export function WorkspaceBar({ session }: { session: ShopSession }) {
  const { t, i18n } = useTranslation(['shop-photo', 'tool']);
  const locale = i18n.language as Locale;
  const { chosen, photos, work } = useStore(session);
  const download = useDownload(session);
  const { footer } = useEditorHost();
  const made = chosen.flatMap((id) => {
    const photo = photos[id];
    return photo?.state === 'made' ? [photo.photo] : [];
  });
  return (
    <div
      data-slot="shop-bar"
      className="sticky bottom-[var(--window-bottom,0px)] z-10 flex flex-col gap-2 rounded-b-lg border-t border-line bg-sheet px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      {work.state === 'failed' && <WorkFailure session={session} failed={work} />}
      {work.state === 'making' && (
        <Progress label={t('making.label')} fraction={work.share} valueText={formatPercent(locale, work.share)} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" data-slot="shop-summary" className="min-w-0 flex-[1_1_14rem] text-14 tabular-nums">
          <Summary session={session} made={made} />
        </p>
        {footer}
        {made.length > 0 && work.state !== 'making' && <ReportMenu session={session} photos={made} />}
        {work.state === 'making' ? (
          <Button onClick={once(session.cancel)} className="max-sm:flex-1 pointer-coarse:h-11">
            <X aria-hidden />
            {t('tool:cancel')}
          </Button>
        ) : (
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            onClick={once(() => void download(chosen))}
            className="max-sm:flex-1 pointer-coarse:h-11"
          >
            <Download aria-hidden />
            {t('download', { count: chosen.length })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Ignores the second click of a double click, because the first one replaces “Download” by “Cancel” and back. */
function once(act: () => void) {
  return ({ detail }: { readonly detail: number }) => {
    if (detail <= 1) act();
  };
}

/** Describes why no file was made. Without the network, the user tries again or enlarges nothing. */
function WorkFailure({ session, failed }: { session: ShopSession; failed: Extract<Work, { state: 'failed' }> }) {
  const { t } = useTranslation(['shop-photo', 'editor', 'tool']);
  const download = useDownload(session);
  const { code, wanted } = failed;
  if (code !== 'enlarger-load-failed') {
    return (
      <Banner tone="danger" title={t('crashed.title')}>
        {t('crashed.text')}
      </Banner>
    );
  }
  return (
    <FailureBanner
      failure={{ code }}
      actions={
        <>
          <Button size="sm" onClick={() => void download(wanted)} className="pointer-coarse:h-11">
            {t('tool:retry')}
          </Button>
          <Button size="sm" onClick={() => session.setEnlarging(false)} className="pointer-coarse:h-11">
            {t('editor:enlarge.without')}
          </Button>
        </>
      }
    />
  );
}

function Summary({ session, made }: { session: ShopSession; made: readonly MadePhoto[] }) {
  const { t, i18n } = useTranslation('shop-photo');
  const locale = i18n.language as Locale;
  const { chosen, photos, work } = useStore(session);
  if (work.state === 'making') {
    const percent = formatPercent(locale, work.share);
    return t(work.stage === 'enlarging' ? 'making.enlarging' : 'making.text', { percent });
  }
  if (work.state === 'cancelled') return t('cancelled');
  const unmade = chosen.filter((id) => photos[id]?.state === 'failed').length;
  if (unmade > 0) return <span className="font-medium text-danger">{t('done.unmade', { count: unmade })}</span>;
  if (made.length === 0) return <span className="text-soft">{chosen.length > 0 && t('planned')}</span>;
  const verdicts = made.map(({ id, checked }) => ({
    id,
    ...verdictOn(checked, session.layoutOf(id), session.product.subject.cutAt),
  }));
  const failing = verdicts.filter(({ state }) => state === 'fail').length;
  if (failing > 0) return <span className="font-medium text-danger">{t('done.fail', { count: failing })}</span>;
  const doubtful = verdicts.filter(({ state }) => state === 'look').map(({ id }) => t(`shop.${id}`));
  if (doubtful.length > 0) {
    const shops = formatList(locale, doubtful);
    return <span className="font-medium text-warning">{t('done.look', { shops })}</span>;
  }
  return <span className="font-medium text-success">{t('done.pass', { count: made.length })}</span>;
}

function ReportMenu({ session, photos }: { session: ShopSession; photos: readonly MadePhoto[] }) {
  const { t, i18n } = useTranslation(['shop-photo', 'editor']);
  const locale = i18n.language as Locale;
  const [isFailed, setFailed] = useState(false);
  const reported = (): readonly ReportedPhoto[] =>
    photos.map(({ id, fileName, checked }) => ({
      fileName,
      shop: t(`shop.${id}`),
      checked,
      enlarged: session.enlargementOf(id),
    }));
  const save = async (kind: 'html' | 'json') => {
    const { download, reportHtml, reportJson } = await import('./download-parts.ts');
    const now = new Date();
    const file =
      kind === 'json'
        ? reportJson(reported(), now)
        : reportHtml(reported(), {
            language: locale,
            title: t('report.title'),
            notes: [t('report.made', { date: formatDateTime(locale, now) }), t('report.limit')],
            rule: t('report.rule'),
            measured: t('report.measured'),
            allowed: t('report.allowed'),
            result: t('report.result'),
            enlarged: (enlargement) => enlargementWords(enlargement, t, locale),
            words: (rule) => ({ ...ruleWords(rule, t, locale), allowed: allowedWords(rule, t, locale) }),
          });
    download(file, `${t('report.fileName')}.${kind}`);
  };
  const trySave = (kind: 'html' | 'json') => {
    setFailed(false);
    save(kind).catch((error: unknown) => {
      reportError(error);
      setFailed(true);
    });
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button className="pointer-coarse:h-11">
          <FileText aria-hidden />
          {t('report.open')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" side="top" className="pointer-coarse:[&_[role=menuitem]]:min-h-11">
        <DropdownMenuItem onSelect={() => trySave('html')}>
          <Printer aria-hidden />
          {t('report.html')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => trySave('json')}>
          <FileBraces aria-hidden />
          {t('report.json')}
        </DropdownMenuItem>
      </DropdownMenuContent>
      {isFailed && (
        <p role="alert" className="basis-full text-13 text-danger">
          {t('report.failed')}
        </p>
      )}
    </DropdownMenu>
  );
}
