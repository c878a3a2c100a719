import { defaultDocumentId, type DocumentId } from '@isola/photo-specs/documents';
import type { SessionState, SourceImage } from '@isola/editor';
import {
  ImageDrop,
  ImageImport,
  ImportNotes,
  RefusalBanner,
  TransparencyNote,
  useEditorHost,
  useSessionState,
} from '@isola/editor/react';
import { cn } from '@isola/ui/cn';
import { Button } from '@isola/ui/button';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, type Ref, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';

import type { FaceSearch } from '../faces/create-face-search.ts';
import { RuleList } from './check/rule-list.tsx';
import { DocumentFacts } from './documents/document-facts.tsx';
import { DocumentPicker } from './documents/document-picker.tsx';
import { FileSection } from './output/file-section.tsx';
import { SheetSection } from './output/sheet-section.tsx';
import { readyOf, usePhotoFile } from './output/use-photo-file.ts';
import { OwnSizeForm } from './documents/own-size-form.tsx';
import { visitorCountry } from './documents/visitor-country.ts';
import { rememberedOwnSize, rememberOwnSize } from './own-size.ts';
import { type ChosenId, createPhotoWork, documentOf, rulesOf } from './photo-work.ts';
import { recentDocuments, rememberDocument, useRecentDocuments } from './recent-documents.ts';
import { CameraOpener } from './shutter/camera-opener.tsx';
import { PhotoStep } from './stage/photo-step.tsx';
import { useOpenPhoto } from './use-open-photo.ts';
import { usePlacedPhoto } from './use-placed-photo.ts';
import { useWall } from './use-wall.ts';
import { useWords } from './use-words.ts';

export interface IdPhotoViewProps {
  /** Sample images to try the tool with, shown below the drop zone’s buttons inside an `ImageImport`. */
  samples?: ReactNode;
  /** Finds the faces in the images. Without it, the guides follow the outline of the head. */
  faces?: FaceSearch;
}

const steps = ['document', 'photo', 'file'] as const;
type Step = (typeof steps)[number];

interface ChosenStep {
  readonly step: Step;
  /** Image that was open when the step was chosen. */
  readonly image: SourceImage | undefined;
  readonly refusal: SessionState['refusal'];
}

/**
 * The complete ID photo tool for the host’s session: document, portrait with guides and rules, file and sheet. On a
 * wide screen they are side by side; on a narrow one they are consecutive steps.
 */
export function IdPhotoView({ samples, faces }: IdPhotoViewProps) {
  const { t, locale } = useWords();
  const [work] = useState(() => createPhotoWork(defaultDocumentId(locale)));
  const [secondId, setSecondId] = useState<DocumentId>();
  const checkId = useId();
  const [chosenStep, setChosenStep] = useState<ChosenStep>({ step: 'document', image: undefined, refusal: undefined });
  const state = useStore(work);
  const session = useSessionState();
  const { footer } = useEditorHost();
  const { pictures, renderer, faces: found } = useOpenPhoto(work, faces);
  const photo = usePlacedPhoto(state);
  const second = usePlacedPhoto(state, secondId ?? null);
  const file = usePhotoFile(renderer, photo);
  const secondFile = usePhotoFile(renderer, second);
  const isEmpty = session.state === 'empty';
  const image = session.state === 'empty' ? undefined : session.image;
  const { refusal } = session;
  const imageName = image?.name ?? '';
  // An image, or its refusal, may arrive by drop or paste on any step. The tool then shows the photo step.
  const step = chosenStep.image === image && chosenStep.refusal === refusal ? chosenStep.step : 'photo';
  const setStep = (next: Step) => setChosenStep({ step: next, image, refusal });
  const stepBar = useRef<HTMLElement>(null);
  const goOn = (next: Step) => {
    setStep(next);
    // The button that was pressed is hidden with its column.
    requestAnimationFrame(() => stepBar.current?.querySelector<HTMLElement>('[aria-current=step]')?.focus());
  };
  const recent = useRecentDocuments();
  const choice = useRef<'none' | 'proposed' | 'made'>('none');
  const proposeDocument = useEffectEvent((language: typeof locale) => {
    // Neither another language nor a choice in another tab replaces the document of an open image.
    if (choice.current === 'made' || (choice.current === 'proposed' && !isEmpty)) return;
    choice.current = 'proposed';
    work.chooseDocument(recentDocuments()[0] ?? defaultDocumentId(language, visitorCountry(language)));
  });
  useEffect(() => {
    const ownSize = rememberedOwnSize();
    if (ownSize) work.setOwnSize(ownSize);
  }, [work]);
  useEffect(() => proposeDocument(locale), [locale]);

  const chooseDocument = (id: ChosenId) => {
    choice.current = 'made';
    work.chooseDocument(id);
    if (id === secondId) setSecondId(undefined);
    rememberDocument(id);
  };
  const ready = readyOf(file);
  const isFileOfThis = file.state === 'ready' && ready?.photo === photo;
  const wall = useWall(state.head, photo, pictures);
  const fileBytes = isFileOfThis ? ready?.result.file.size : undefined;
  const rules = photo ? rulesOf(state, photo, { wall, ...(fileBytes !== undefined && { fileBytes }) }) : [];

  return (
    <ImageImport>
      <div data-slot="id-photo" data-state={session.state}>
        <StepBar ref={stepBar} step={step} onStep={setStep} />
        <div className="grid overflow-hidden rounded-lg border border-line bg-sheet max-lg:grid-cols-[minmax(0,1fr)] max-lg:[grid-template-areas:'document''photo''check''file'] lg:grid-cols-[19rem_minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'document_photo_file''check_photo_file']">
          <Column step="document" shown={step}>
            <DocumentPicker value={state.documentId} onChange={chooseDocument} recent={recent} />
            {state.documentId === 'own' ? (
              <OwnSizeForm
                size={state.ownSize}
                onChange={(size) => {
                  work.setOwnSize(size);
                  rememberOwnSize(size);
                }}
              />
            ) : (
              <DocumentFacts id={state.documentId} />
            )}
            <NextStep to="photo" onStep={goOn} />
          </Column>
          <Column step="photo" shown={step} isFlush={!isEmpty}>
            <div className="flex flex-col gap-2 p-4 empty:hidden">
              <ImportNotes />
              <RefusalBanner />
              {session.state === 'done' && <TransparencyNote image={session.image} result={session.segmentation} />}
            </div>
            {session.state === 'empty' ? (
              <div className="flex flex-1 flex-col">
                <ImageDrop layout="stack" offersCamera={!faces} />
                {faces && <CameraOpener faces={faces} state={state} documentId={state.documentId} />}
                {samples}
              </div>
            ) : (
              <PhotoStep work={work} session={session} photo={photo} pictures={pictures} onRetryFaces={found.retry} />
            )}
          </Column>
          {photo && (
            <section
              aria-labelledby={checkId}
              className={cn(
                'flex flex-col gap-2 border-t border-line p-5 [grid-area:check]',
                step !== 'photo' && 'max-lg:hidden',
              )}
            >
              <h2 id={checkId} className="text-14 font-semibold">
                {t('view.check.title')}
              </h2>
              <RuleList rules={rules} />
              <NextStep to="file" onStep={goOn} className="mt-3" />
            </section>
          )}
          <Column step="file" shown={step}>
            <FileSection file={file} documentId={state.documentId} imageName={imageName} />
            {!isEmpty && <div className="-mt-2 flex">{footer}</div>}
            <h3 className="border-t border-line pt-5 text-14 font-semibold">{t('view.sheet.title')}</h3>
            {/* The boundary lets React hydrate the long list of sizes separately, after more urgent content. */}
            <Suspense>
              <SheetSection
                documentId={state.documentId}
                document={documentOf(state)}
                file={file}
                secondId={secondId}
                secondFile={secondFile}
                onSecond={setSecondId}
                imageName={imageName}
              />
            </Suspense>
          </Column>
        </div>
      </div>
    </ImageImport>
  );
}

interface StepBarProps {
  ref: Ref<HTMLElement>;
  step: Step;
  onStep: (step: Step) => void;
}

/** Navigation between the steps on a narrow screen. */
function StepBar({ ref, step, onStep }: StepBarProps) {
  const { t } = useWords();
  return (
    <nav ref={ref} aria-label={t('view.steps')} className="mb-3 lg:hidden">
      <ol className="flex gap-1">
        {steps.map((one, at) => (
          <li key={one} className="min-w-0 flex-auto">
            <button
              type="button"
              aria-current={one === step ? 'step' : undefined}
              onClick={() => onStep(one)}
              className="flex min-h-11 w-full items-center gap-2 border-b-2 border-line px-1 text-start text-13 text-soft aria-[current=step]:border-cut aria-[current=step]:font-medium aria-[current=step]:text-ink"
            >
              <span className="text-faint tabular-nums">{at + 1}</span>
              <span className="min-w-0 wrap-anywhere">{t(`view.step.${one}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface NextStepProps {
  to: Step;
  onStep: (step: Step) => void;
  className?: string;
}

function NextStep({ to, onStep, className }: NextStepProps) {
  const { t } = useWords();
  return (
    <Button variant="primary" size="lg" className={cn('w-full lg:hidden', className)} onClick={() => onStep(to)}>
      {t(`view.step.${to}`)}
      <ArrowRight aria-hidden />
    </Button>
  );
}

interface ColumnProps {
  step: Step;
  shown: Step;
  /** True when the content has margins of its own, so that the column adds none. */
  isFlush?: boolean;
  children: ReactNode;
}

const areas: Readonly<Record<Step, string>> = {
  document: '[grid-area:document]',
  photo: '[grid-area:photo] lg:border-x lg:border-line',
  file: '[grid-area:file]',
};

function Column({ step, shown, isFlush = false, children }: ColumnProps) {
  const { t } = useWords();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-step={step}
      className={cn('flex min-w-0 flex-col', areas[step], step !== shown && 'max-lg:hidden')}
    >
      <h2 id={id} className="flex items-baseline gap-2.5 px-5 pt-4 pb-3 text-16 font-semibold max-lg:sr-only">
        <span aria-hidden className="font-normal text-faint tabular-nums">
          {steps.indexOf(step) + 1}
        </span>
        {t(`view.step.${step}`)}
      </h2>
      <div className={cn('flex flex-1 flex-col', !isFlush && 'gap-5 p-5 lg:pt-1')}>{children}</div>
    </section>
  );
}
