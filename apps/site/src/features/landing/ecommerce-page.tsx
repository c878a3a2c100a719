import { RulesTable } from '@isola/shop-photo/react/rules-table';
import { articleOf, sectionOf } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import { ShopTool } from './shop-tool.tsx';

import { PictureComparison } from './comparison.tsx';
import { FillFigure } from './fill-figure.tsx';
import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import { pictures, trimmed } from './pictures.ts';
import { Questions } from './questions.tsx';
import { Section } from './section.tsx';
import { Steps } from './steps.tsx';
import { Tiles } from './tiles.tsx';

export function EcommercePage() {
  const { t, i18n } = useTranslation('ecommerce');
  const article = articleOf(i18n, 'ecommerce');
  const shops = sectionOf(article, 'shops');
  const white = sectionOf(article, 'white');
  const fill = sectionOf(article, 'fill');
  const weight = sectionOf(article, 'weight');
  const proof = sectionOf(article, 'proof');
  const { photoUrl, widthPx, heightPx } = pictures.headphones;
  return (
    <LandingPage
      page="ecommerce"
      comparison={<PictureComparison picture="headphones" />}
      renderTool={(onFilled) => <ShopTool makes="marketplaces" onFilled={onFilled} />}
    >
      <Section heading={shops.title} intro={shops.blocks}>
        <RulesTable />
      </Section>
      <Steps section={sectionOf(article, 'steps')} />
      <Section heading={white.title} intro={white.blocks}>
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
      <Section heading={fill.title} intro={fill.blocks}>
        <FillFigure />
      </Section>
      <Section heading={weight.title} intro={weight.blocks} />
      <Section heading={proof.title} intro={proof.blocks} />
      <Questions section={sectionOf(article, 'questions')} />
      <Neighbours pages={['productPhoto', 'batchRemove', 'batch', 'single']} />
    </LandingPage>
  );
}
