import { useTranslation } from 'react-i18next';

import { ShopTool } from './shop-tool.tsx';

import { PictureComparison } from './comparison.tsx';
import { landingData } from './landing-data.ts';
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

const { steps, questions } = landingData.productPhoto;
const advice = ['contrast', 'light', 'focus', 'room', 'clean'] as const;
/** What suits most shops, and what suits everything else. */
const files = ['white', 'transparent'] as const;
const parts = ['thin', 'open', 'clear'] as const;
const grounds = ['transparent', 'white', 'tint', 'dark'] as const;
const chairBack = { widthPx: 600, heightPx: 450 };
const glassBowl = { widthPx: 600, heightPx: 450 };
const bottlePebble = { widthPx: 640, heightPx: 480 };

export function ProductPhotoPage() {
  const { t } = useTranslation('product-photo');
  return (
    <LandingPage
      page="productPhoto"
      lead={t('lead')}
      comparison={<PictureComparison picture="shoe" />}
      renderTool={(onFilled) => <ShopTool makes={files} onFilled={onFilled} />}
    >
      <Section heading={t('shoot.heading')} intro={t('shoot.text')}>
        <Points points={advice.map((id) => ({ id, title: t(`shoot.${id}.title`), text: t(`shoot.${id}.text`) }))} />
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
      <Steps steps={steps.map((id) => ({ id, title: t(`step.${id}.title`), text: t(`step.${id}.text`) }))} />
      <Section heading={t('edges.heading')}>
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
        <Points points={parts.map((id) => ({ id, title: t(`edges.${id}.title`), text: t(`edges.${id}.text`) }))} />
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
      <Section heading={t('shadow.heading')} intro={t('shadow.text')} />
      <Section heading={t('grounds.heading')} intro={t('grounds.text')}>
        <Tiles
          columns="grid-cols-2 sm:grid-cols-4"
          shape="aspect-square"
          tiles={grounds.map((id) => ({
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
      <Questions
        questions={questions.map((id) => ({ id, question: t(`q.${id}.question`), answer: t(`q.${id}.answer`) }))}
      />
      <Neighbours pages={['ecommerce', 'batchRemove', 'single', 'aiBackground']} />
    </LandingPage>
  );
}
