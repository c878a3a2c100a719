import { ImageDrop, ImageImport, RefusalBanner } from '@isola/editor/react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyWhenIdle } from '#shell/lazy-when-idle.ts';
import { localeParam } from '#shell/require-locale.ts';
import { useLocale } from '#shell/use-locale.ts';
import { useOpenInBatch } from '#shell/use-open-in-batch.ts';
import { usePageTitle } from '#shell/use-page-title.ts';
import { SampleRow } from '#tool/sample-row.tsx';

import { Measured } from './measured.tsx';
import { Purposes } from './purposes.tsx';
import { Steps } from './steps.tsx';

/** The example is hydrated last, because its image is visible without hydration and the drop zone is needed first. */
const Example = lazyWhenIdle(async () => ({ default: (await import('./example.tsx')).Example }));

const facts = ['local', 'size', 'offline', 'open'] as const;

/** Home page. An image dropped here opens in the tool at `/single`, and several at `/batch`. */
export function HomePage() {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  const locale = useLocale();
  usePageTitle('home');
  const openTool = () =>
    void navigate({ to: '/{-$locale}/single', params: localeParam(locale), viewTransition: false });
  const openInBatch = useOpenInBatch();
  return (
    <ImageImport onAccepted={openTool} onSeveral={openInBatch}>
      <div className="mx-auto flex w-full max-w-310 flex-1 flex-col px-4 sm:px-10">
        <div className="grid items-center gap-x-16 gap-y-10 py-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-16">
          <div>
            <h1 className="text-36 font-semibold whitespace-pre-line sm:text-48">{t('headline')}</h1>
            <p className="mt-5 mb-8 max-w-120 text-16 text-soft">{t('lead')}</p>
            <div className="mb-4 empty:hidden">
              <RefusalBanner />
            </div>
            <ImageDrop layout="line" />
            <SampleRow />
          </div>
          <Suspense fallback={<div className="aspect-3/2 rounded-lg border border-line" />}>
            <Example />
          </Suspense>
        </div>
        <dl className="grid border-t border-line sm:grid-cols-2 sm:gap-x-10 lg:grid-cols-4 lg:gap-x-0">
          {facts.map((fact) => (
            <div key={fact} className="py-5 lg:border-s lg:border-line lg:px-6 lg:first:border-s-0 lg:first:ps-0">
              <dt className="text-14 font-semibold">{t(`fact.${fact}.title`)}</dt>
              <dd className="mt-1 text-13 text-soft">{t(`fact.${fact}.text`)}</dd>
            </div>
          ))}
        </dl>
        <Steps />
        <Measured />
        <Purposes />
      </div>
    </ImageImport>
  );
}
