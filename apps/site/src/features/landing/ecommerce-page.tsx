import { RulesTable } from '@isola/shop-photo/react/rules-table';
import { useTranslation } from 'react-i18next';

import { ShopTool } from './shop-tool.tsx';

import { PictureComparison } from './comparison.tsx';
import { FillFigure } from './fill-figure.tsx';
import { landingData } from './landing-data.ts';
import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import { pictures, trimmed } from './pictures.ts';
import { Questions } from './questions.tsx';
import { Section } from './section.tsx';
import { Steps } from './steps.tsx';
import { Tiles } from './tiles.tsx';

const { steps, questions } = landingData.ecommerce;

export function EcommercePage() {
  const { t } = useTranslation('ecommerce');
  const { photoUrl, widthPx, heightPx } = pictures.headphones;
  return (
    <LandingPage
      page="ecommerce"
      lead={t('lead')}
      comparison={<PictureComparison picture="headphones" />}
      renderTool={(onFilled) => <ShopTool makes="marketplaces" onFilled={onFilled} />}
    >
      <Section heading={t('shops.heading')} intro={t('shops.text')}>
        <RulesTable />
      </Section>
      <Steps steps={steps.map((id) => ({ id, title: t(`step.${id}.title`), text: t(`step.${id}.text`) }))} />
      <Section heading={t('white.heading')} intro={t('white.text')}>
        <Tiles
          columns="grid-cols-2"
          shape="aspect-square"
          tiles={[
            { id: 'before', ground: 'white', url: photoUrl, alt: '', label: t('white.before'), widthPx, heightPx },
            { id: 'after', ground: 'white', alt: '', label: t('white.after'), ...trimmed },
          ]}
          caption={t('white.caption')}
        />
      </Section>
      <Section heading={t('fill.heading')} intro={t('fill.text')}>
        <FillFigure />
      </Section>
      <Section heading={t('weight.heading')} intro={t('weight.text')} />
      <Section heading={t('proof.heading')} intro={t('proof.text')} />
      <Questions
        questions={questions.map((id) => ({ id, question: t(`q.${id}.question`), answer: t(`q.${id}.answer`) }))}
      />
      <Neighbours pages={['productPhoto', 'batchRemove', 'batch', 'single']} />
    </LandingPage>
  );
}
