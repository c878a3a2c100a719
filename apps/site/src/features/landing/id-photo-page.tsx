import { DocumentTable } from '@isola/id-photo/react';
import { articleOf, sectionOf } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import { IdPhotoTool } from '#tool/id-photo-tool.tsx';

import { PictureComparison } from './comparison.tsx';
import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import { pictures } from './pictures.ts';
import { Points } from './points.tsx';
import { Questions } from './questions.tsx';
import { Section, Subsection } from './section.tsx';
import { Steps } from './steps.tsx';
import { Tiles } from './tiles.tsx';

const tileColours = ['white', 'blue', 'red'] as const;

export function IdPhotoPage() {
  const { t, i18n } = useTranslation('id-photo');
  const article = articleOf(i18n, 'id-photo');
  const refused = sectionOf(article, 'refused');
  const fine = sectionOf(article, 'fine');
  const sizes = sectionOf(article, 'sizes');
  const colours = sectionOf(article, 'colours');
  const shoot = sectionOf(article, 'shoot');
  const { cutoutUrl, widthPx, heightPx } = pictures.figure;
  return (
    <LandingPage page="idPhoto" renderTool={(onFilled) => <IdPhotoTool onFilled={onFilled} />}>
      <Section heading={refused.title} intro={refused.blocks}>
        <Points points={refused.sections.filter((section) => section !== fine)} />
        <Subsection section={fine} />
      </Section>
      <Section heading={sizes.title} intro={sizes.blocks}>
        <DocumentTable className="max-h-144" />
      </Section>
      <Steps section={sectionOf(article, 'steps')} />
      <Section heading={shoot.title}>
        <PictureComparison picture="figure" />
        <Points points={shoot.sections} />
      </Section>
      <Section heading={colours.title} intro={colours.blocks}>
        <Tiles
          columns="max-w-128 grid-cols-3"
          shape="aspect-5/7"
          placing="fill"
          tiles={tileColours.map((id) => ({
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
      <Questions section={sectionOf(article, 'questions')} />
      <Neighbours pages={['single', 'removeOnline', 'privacy', 'faq']} />
    </LandingPage>
  );
}
