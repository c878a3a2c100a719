import { articleOf, sectionOf } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import { ShopTool } from './shop-tool.tsx';

import { PictureComparison } from './comparison.tsx';
import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import bottlePebbleCutoutUrl from './pictures/bottle-pebble.cutout.webp';
import bottlePebbleUrl from './pictures/bottle-pebble.webp';
import chairBackCutoutUrl from './pictures/chair-back.cutout.webp';
import chairBackUrl from './pictures/chair-back.webp';
import glassBowlCutoutUrl from './pictures/glass-bowl.cutout.webp';
import glassBowlUrl from './pictures/glass-bowl.webp';
import shoeSquareUrl from './pictures/shoe-square.webp';
import { Points } from './points.tsx';
import { Questions } from './questions.tsx';
import { Section } from './section.tsx';
import { Steps } from './steps.tsx';
import { Tiles } from './tiles.tsx';

/** Backgrounds of the example files: white suits most shops, and transparent suits everything else. */
const files = ['white', 'transparent'] as const;
const tileGrounds = ['transparent', 'white', 'tint', 'dark'] as const;
const chairBack = { widthPx: 600, heightPx: 450 };
const glassBowl = { widthPx: 600, heightPx: 450 };
const bottlePebble = { widthPx: 640, heightPx: 480 };

export function ProductPhotoPage() {
  const { t, i18n } = useTranslation('product-photo');
  const article = articleOf(i18n, 'product-photo');
  const shoot = sectionOf(article, 'shoot');
  const shadow = sectionOf(article, 'shadow');
  const grounds = sectionOf(article, 'grounds');
  const edges = sectionOf(article, 'edges');
  return (
    <LandingPage
      page="productPhoto"
      comparison={<PictureComparison picture="shoe" />}
      renderTool={(onFilled) => <ShopTool makes={files} onFilled={onFilled} />}
    >
      <Section heading={shoot.title} intro={shoot.blocks}>
        <Points points={shoot.sections} />
        <Tiles
          columns="sm:grid-cols-2"
          shape="aspect-4/3"
          placing="fill"
          tiles={[
            { id: 'before', ground: 'none', url: bottlePebbleUrl, alt: t('shoot.before'), ...bottlePebble },
            { id: 'after', ground: 'dark', url: bottlePebbleCutoutUrl, alt: t('shoot.after'), ...bottlePebble },
          ]}
          caption={t('shoot.caption')}
        />
      </Section>
      <Steps section={sectionOf(article, 'steps')} />
      <Section heading={edges.title}>
        <Tiles
          columns="sm:grid-cols-2"
          shape="aspect-4/3"
          placing="fill"
          tiles={[
            { id: 'before', ground: 'none', url: chairBackUrl, alt: t('edges.before'), ...chairBack },
            { id: 'after', ground: 'transparent', url: chairBackCutoutUrl, alt: t('edges.after'), ...chairBack },
          ]}
          caption={t('edges.caption')}
        />
        <Points points={edges.sections} />
        <Tiles
          columns="sm:grid-cols-2"
          shape="aspect-4/3"
          placing="fill"
          tiles={[
            { id: 'before', ground: 'none', url: glassBowlUrl, alt: t('edges.glass.before'), ...glassBowl },
            { id: 'after', ground: 'white', url: glassBowlCutoutUrl, alt: t('edges.glass.after'), ...glassBowl },
          ]}
          caption={t('edges.glass.caption')}
        />
      </Section>
      <Section heading={shadow.title} intro={shadow.blocks} />
      <Section heading={grounds.title} intro={grounds.blocks}>
        <Tiles
          columns="grid-cols-2 sm:grid-cols-4"
          shape="aspect-square"
          tiles={tileGrounds.map((id) => ({
            id,
            ground: id,
            url: shoeSquareUrl,
            alt: '',
            label: t(`grounds.${id}`),
            widthPx: 480,
            heightPx: 480,
          }))}
        />
      </Section>
      <Questions section={sectionOf(article, 'questions')} />
      <Neighbours pages={['ecommerce', 'batchRemove', 'single', 'aiBackground']} />
    </LandingPage>
  );
}
