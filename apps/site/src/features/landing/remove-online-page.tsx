import { useTranslation } from 'react-i18next';

import { PictureComparison } from './comparison.tsx';
import { landingData } from './landing-data.ts';
import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import fringeCutoutUrl from './pictures/throw-fringe.cutout.webp';
import fringeUrl from './pictures/throw-fringe.webp';
import { Points } from './points.tsx';
import { Questions } from './questions.tsx';
import { Section } from './section.tsx';
import { Steps } from './steps.tsx';
import { Tiles } from './tiles.tsx';
import { TravelTable } from './travel-table.tsx';

const { steps, questions } = landingData.removeOnline;
const facts = ['speed', 'offline', 'browsers', 'memory', 'limits', 'cost'] as const;
const fringe = { widthPx: 510, heightPx: 340 };

export function RemoveOnlinePage() {
  const { t } = useTranslation('remove-online');
  return (
    <LandingPage page="removeOnline" lead={t('lead')} comparison={<PictureComparison picture="creature" />}>
      <Steps steps={steps.map((id) => ({ id, title: t(`step.${id}.title`), text: t(`step.${id}.text`) }))} />
      <Section heading={t('device.heading')} intro={t('device.text')}>
        <TravelTable />
        <div>
          <h3 className="text-16 font-semibold">{t('proof.heading')}</h3>
          <p className="mt-1 max-w-160 text-16 text-soft">{t('proof.text')}</p>
        </div>
      </Section>
      <Section heading={t('facts.heading')}>
        <Points points={facts.map((id) => ({ id, title: t(`fact.${id}.title`), text: t(`fact.${id}.text`) }))} />
      </Section>
      <Section heading={t('soft.heading')} intro={t('soft.text')}>
        <Tiles
          columns="sm:grid-cols-2"
          shape="aspect-3/2"
          placing="fill"
          tiles={[
            { id: 'before', ground: 'none', url: fringeUrl, alt: t('soft.before'), ...fringe },
            { id: 'after', ground: 'white', url: fringeCutoutUrl, alt: t('soft.after'), ...fringe },
          ]}
          caption={t('soft.caption')}
        />
      </Section>
      <Questions
        questions={questions.map((id) => ({ id, question: t(`q.${id}.question`), answer: t(`q.${id}.answer`) }))}
      />
      <Neighbours pages={['single', 'productPhoto', 'idPhoto', 'privacy']} />
    </LandingPage>
  );
}
