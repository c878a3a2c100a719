import { formatList } from '@isola/i18n';
import { type DocumentId, documentIds, documents, type DocumentSpec } from '@isola/photo-specs/documents';
import { download, safeFileName } from '@isola/files';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Select } from '@isola/ui/select';
import { useMemo, useState } from 'react';

import { layOutSheet } from '../../sheet/lay-out-sheet.ts';
import { marginsFor, type PaperId, papers } from '../../sheet/papers.ts';
import { renderSheetPdf } from '../../sheet/render-sheet-pdf.ts';
import { renderSheetPng } from '../../sheet/render-sheet-png.ts';
import type { ChosenId } from '../photo-work.ts';
import { useWords, type Words } from '../use-words.ts';
import { FailedPhoto } from './failed-photo.tsx';
import { markOf } from './mark-of.ts';
import { SheetPreview } from './sheet-preview.tsx';
import { type PhotoFile, readyOf } from './use-photo-file.ts';

export interface SheetSectionProps {
  documentId: ChosenId;
  document: DocumentSpec;
  file: PhotoFile;
  /** Document whose photo shares the sheet. */
  secondId: DocumentId | undefined;
  secondFile: PhotoFile;
  onSecond: (id: DocumentId | undefined) => void;
  imageName: string;
}

const paperIds = Object.keys(papers) as PaperId[];
const isPaperId = (id: string): id is PaperId => id in papers;
const isDocumentId = (id: string): id is DocumentId => id in documents;
const isChosenId = (id: string): id is ChosenId => id === 'own' || isDocumentId(id);
const printable = documentIds.filter((id) => sizeOf(id));
const printDotsPerInch = 300;
/** Countries in which photo labs print on paper in inches. */
const inchCountries: ReadonlySet<string> = new Set(['US', 'CA']);

/** Shows the sheet as it will be printed. Its places are empty until a photo exists. */
export function SheetSection({
  documentId,
  document,
  file,
  secondId,
  secondFile,
  onSecond,
  imageName,
}: SheetSectionProps) {
  const words = useWords();
  const { t, fullName, locale } = words;
  const [chosenPaper, setPaperId] = useState<PaperId>();
  const paperId = chosenPaper ?? (inchCountries.has(document.country) ? '4x6' : '10x15');
  const [making, setMaking] = useState<'pdf' | 'png'>();
  const [hasFailed, setFailed] = useState(false);
  const [first, second] = [readyOf(file), secondId && readyOf(secondFile)];
  const refusing = [
    ...(first?.photo.isForOtherUses ? [documentId] : []),
    ...(secondId && second?.photo.isForOtherUses ? [secondId] : []),
  ];
  const hasNote = refusing.length > 0;
  const layout = useMemo(
    () => sheetOf(paperId, documentId, document, secondId, hasNote),
    [paperId, documentId, document, secondId, hasNote],
  );
  if (!layout) return <p className="text-13 text-soft">{t('view.sheet.fileOnly')}</p>;

  const isReady = file.state === 'ready' && (secondId === undefined || secondFile.state === 'ready');
  const isEmpty = layout.places.length === 0;
  const photos = {
    ...(first && { [documentId]: first }),
    ...(secondId && second && { [secondId]: second }),
  };
  const note = layout.note && t('view.sheet.notFor', { name: formatList(locale, refusing.map(fullName)) });
  const save = async (kind: 'pdf' | 'png') => {
    setMaking(kind);
    setFailed(false);
    try {
      const files = Object.fromEntries(Object.entries(photos).map(([id, { result }]) => [id, result.file]));
      const sheet =
        kind === 'pdf'
          ? await renderSheetPdf(layout, files, note)
          : await renderSheetPng(layout, files, printDotsPerInch, { note });
      const mark = hasNote ? refusing.map((id) => markOf(id, true)).join('-') : documentId;
      const name = { fallback: t('tool:photo.fileName'), ending: kind, kind: `${mark}-${paperId}` };
      download(sheet, safeFileName(imageName, name));
    } catch (error) {
      reportError(error);
      setFailed(true);
    } finally {
      setMaking(undefined);
    }
  };
  return (
    <div data-slot="sheet" className="flex flex-col gap-4">
      <div className="grid gap-3 sm:max-lg:grid-cols-2">
        <Field label={t('view.sheet.paper')}>
          <Select value={paperId} onValueChange={(id) => isPaperId(id) && setPaperId(id)}>
            {paperIds.map((id) => (
              <option key={id} value={id}>
                {t(`paper.${id}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('view.sheet.second')}>
          <Select value={secondId ?? 'none'} onValueChange={(id) => onSecond(isDocumentId(id) ? id : undefined)}>
            <option value="none">{t('view.sheet.none')}</option>
            {printable
              .filter((id) => id !== documentId)
              .map((id) => (
                <DocumentOption key={id} id={id} words={words} />
              ))}
          </Select>
        </Field>
      </div>
      <SheetPreview
        layout={layout}
        note={note}
        urls={Object.fromEntries(Object.entries(photos).map(([id, { url }]) => [id, url]))}
      />
      <p className="text-12 text-soft tabular-nums">
        <span className="block">{t('view.sheet.count', { value: layout.places.length })}</span>
        {t(layout.isBorderless ? 'view.sheet.borderless' : 'view.sheet.scale')}
      </p>
      {layout.unplaced.map(({ id }) => (
        <p key={id} className="text-13 text-danger">
          {t('view.sheet.noRoom', { name: isChosenId(id) ? fullName(id) : id })}
        </p>
      ))}
      {secondId && secondFile.state === 'failed' && <FailedPhoto file={secondFile} />}
      {hasFailed && (
        <p role="alert" className="text-13 text-danger">
          {t('view.sheet.failed')}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        {(['pdf', 'png'] as const).map((kind) => (
          <Button
            key={kind}
            disabled={!isReady || isEmpty}
            loading={making === kind}
            onClick={() => void save(kind)}
            className="px-2 pointer-coarse:h-11"
          >
            {t(`view.sheet.${kind}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface DocumentOptionProps {
  id: DocumentId;
  words: Words;
}

/** Option of the list. It is a component, so that React can pause between two options. */
function DocumentOption({ id, words }: DocumentOptionProps) {
  return <option value={id}>{words.fullName(id)}</option>;
}

function sizeOf(id: DocumentId): DocumentSpec['size'] {
  const document: DocumentSpec = documents[id];
  return document.size;
}

function sheetOf(
  paperId: PaperId,
  documentId: ChosenId,
  { size }: DocumentSpec,
  secondId: DocumentId | undefined,
  hasNote: boolean,
) {
  if (!size) return undefined;
  const paper = papers[paperId];
  const second = secondId && sizeOf(secondId);
  const borderless = second ? undefined : marginsFor(paper, size);
  const layout = layOutSheet({
    paper,
    ...borderless,
    hasNote,
    items: [
      { id: documentId, ...size, count: 'fill' },
      ...(secondId && second ? [{ id: secondId, ...second, count: 'fill' } as const] : []),
    ],
  });
  return { ...layout, isBorderless: borderless !== undefined };
}
