import { articleOf, sectionOf } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import { PictureComparison } from './comparison.tsx';
import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import fringeCutoutUrl from './pictures/throw-fringe.cutout.webp';
import fringeUrl from './pictures/throw-fringe.webp';
import { Points } from './points.tsx';
import { Questions } from './questions.tsx';
import { Section, Subsection } from './section.tsx';
import { Steps } from './steps.tsx';
import { Tiles } from './tiles.tsx';
import { TravelTable } from './travel-table.tsx';

const fringe = { widthPx: 510, heightPx: 340 };

export function RemoveOnlinePage() {
  const { t, i18n } = useTranslation('remove-online');
  const article = articleOf(i18n, 'remove-online');
  const device = sectionOf(article, 'device');
  const proof = sectionOf(article, 'proof');
  const soft = sectionOf(article, 'soft');
  const facts = sectionOf(article, 'facts');
  return (
    <LandingPage page="removeOnline" comparison={<PictureComparison picture="creature" />}>
      <Steps section={sectionOf(article, 'steps')} />
      <Section heading={device.title} intro={device.blocks}>
        <TravelTable />
        <Subsection section={proof} />
      </Section>
      <Section heading={facts.title}>
        <Points points={facts.sections} />
      </Section>
      <Section heading={soft.title} intro={soft.blocks}>
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
      <Questions section={sectionOf(article, 'questions')} />
      <Neighbours pages={['single', 'productPhoto', 'idPhoto', 'privacy']} />
    </LandingPage>
  );
}
