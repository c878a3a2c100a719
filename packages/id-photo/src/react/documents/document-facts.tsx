import {
  checkedOn,
  type DocumentId,
  documents,
  type DocumentSpec,
  documentStatus,
  sourcesOf,
  sourcesReadAt,
} from '@isola/photo-specs/documents';
import { formatDate, formatMonth } from '@isola/i18n';
import { Link } from '@isola/ui/link';
import { TriangleAlert } from 'lucide-react';

import { outputSize } from '../../placement/place-head.ts';
import { useWords } from '../use-words.ts';
import { CountryFlag } from './country-flag.tsx';

/**
 * Summarises a document: its size, whether its office accepts edited photos, and the verification status of its
 * figures.
 */
export function DocumentFacts({ id }: { id: DocumentId }) {
  const { t, locale, documentName, sizeMm, sizePx } = useWords();
  const document: DocumentSpec = documents[id];
  const status = documentStatus(document);
  const checkedDay = checkedOn(document);
  const dayWords = (day: string | Date) => formatDate(locale, new Date(day), 'UTC');
  return (
    <div data-slot="document-facts" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className="flex w-full items-center gap-2 text-13 text-soft">
          <CountryFlag country={document.country} />
          <span>{documentName(id)}</span>
        </p>
        <p className="text-18 font-semibold tabular-nums">
          {document.size ? sizeMm(document.size) : t('view.document.fileOnly')}
        </p>
        <p className="text-13 text-soft tabular-nums">{sizePx(outputSize(document, 0, 300))}</p>
      </div>
      <p
        data-slot="editing-note"
        data-state={document.editing ?? 'unknown'}
        className={
          document.editing
            ? 'flex gap-2 rounded-md border border-warning-line bg-warning-wash px-3 py-2 text-13'
            : 'text-13 text-soft'
        }
      >
        {document.editing && <TriangleAlert aria-hidden className="mt-0.5 size-4 text-warning" />}
        <span>{document.editing ? t(`editing.${document.editing}`) : t('view.edited.unknown')}</span>
      </p>
      {document.notes?.map((note) => (
        <p key={note} className="text-13 text-soft">
          {t(`note.${note}`)}
        </p>
      ))}
      <details className="group text-13">
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-1.5 text-12 text-soft hover:text-ink pointer-coarse:min-h-11">
          <span className="underline decoration-line-strong underline-offset-3">
            {checkedDay
              ? t('view.sources.checkedOn', { date: dayWords(checkedDay) })
              : t('view.sources.read', { month: formatMonth(locale, sourcesReadAt) })}
          </span>
          {!checkedDay && <span>· {t(`status.${status}`)}</span>}
        </summary>
        <p className="mt-2 text-soft">{t(`status.${status}.text`)}</p>
        <ul className="mt-2 flex flex-col gap-2">
          {sourcesOf(document).map((source) => (
            <li key={source.title}>
              {source.url ? (
                <Link href={source.url} lang={source.language ?? 'en'} target="_blank" rel="noreferrer">
                  {source.title}
                </Link>
              ) : (
                <span>{t('view.source.unnamed')}</span>
              )}
              <span className="block text-12 text-faint">
                {[
                  t(`status.${source.kind === 'official' ? 'checked' : 'unverified'}`),
                  ...source.figures.map((figure) => t(`figure.${figure}`)),
                  ...source.contradicts.map((figure) =>
                    t('view.source.contradicts', { figure: t(`figure.${figure}`) }),
                  ),
                ].join(' · ')}
              </span>
              {source.readOn && (
                <span data-slot="source-dates" className="block text-12 text-faint">
                  {[
                    t('view.source.readOn', { date: dayWords(source.readOn) }),
                    source.pageDate
                      ? t('view.source.pageDate', { date: dayWords(source.pageDate) })
                      : t('view.source.pageDateUnknown'),
                  ].join(' · ')}
                </span>
              )}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
