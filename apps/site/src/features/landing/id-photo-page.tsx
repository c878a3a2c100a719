import { DocumentTable } from '@isola/id-photo/react';
import { useTranslation } from 'react-i18next';

import { IdPhotoTool } from '#tool/id-photo-tool.tsx';

import { PictureComparison } from './comparison.tsx';
import { landingData } from './landing-data.ts';
import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import { pictures } from './pictures.ts';
import { Points } from './points.tsx';
import { Questions } from './questions.tsx';
import { Section } from './section.tsx';
import { Steps } from './steps.tsx';
import { Tiles } from './tiles.tsx';

const { steps, questions } = landingData.idPhoto;
const offices = ['us', 'cn', 'uk', 'ca', 'kr', 'de', 'fr', 'ru'] as const;
const advice = ['distance', 'ground', 'light', 'hair'] as const;
const colours = ['white', 'blue', 'red'] as const;

export function IdPhotoPage() {
  const { t } = useTranslation('id-photo');
  const { cutoutUrl, widthPx, heightPx } = pictures.figure;
  return (
    <LandingPage page="idPhoto" lead={t('lead')} renderTool={(onFilled) => <IdPhotoTool onFilled={onFilled} />}>
      <Section heading={t('refused.heading')} intro={t('refused.text')}>
        <Points
          points={offices.map((id) => ({ id, title: t(`refused.${id}.title`), text: t(`refused.${id}.text`) }))}
        />
        <div>
          <h3 className="text-16 font-semibold">{t('refused.fine.heading')}</h3>
          <p className="mt-1 max-w-160 text-16 text-soft">{t('refused.fine.text')}</p>
        </div>
      </Section>
      <Section heading={t('sizes.heading')} intro={t('sizes.text')}>
        <DocumentTable className="max-h-144" />
      </Section>
      <Steps steps={steps.map((id) => ({ id, title: t(`step.${id}.title`), text: t(`step.${id}.text`) }))} />
      <Section heading={t('shoot.heading')}>
        <PictureComparison picture="figure" />
        <Points points={advice.map((id) => ({ id, title: t(`shoot.${id}.title`), text: t(`shoot.${id}.text`) }))} />
      </Section>
      <Section heading={t('colours.heading')} intro={t('colours.text')}>
        <Tiles
          columns="max-w-128 grid-cols-3"
          shape="aspect-5/7"
          placing="fill"
          tiles={colours.map((id) => ({
            id,
            ground: id,
            url: cutoutUrl,
            alt: '',
            label: t(`colours.${id}`),
            widthPx,
            heightPx,
          }))}
          caption={t('colours.caption')}
        />
      </Section>
      <Questions
        questions={questions.map((id) => ({ id, question: t(`q.${id}.question`), answer: t(`q.${id}.answer`) }))}
      />
      <Neighbours pages={['single', 'removeOnline', 'privacy', 'faq']} />
    </LandingPage>
  );
}
