import { BackgroundWords } from '@isola/editor/react';
import { articleOf, sectionOf } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import { Points } from './points.tsx';
import { Questions } from './questions.tsx';
import { Section } from './section.tsx';
import { Steps } from './steps.tsx';
import { TypedScene } from './typed-scene.tsx';

import gardenUrl from './pictures/scene-garden.webp';
import studioUrl from './pictures/scene-studio.webp';
import woodUrl from './pictures/scene-wood.webp';

const scenes = [
  { id: 'wood', url: woodUrl },
  { id: 'studio', url: studioUrl },
  { id: 'garden', url: gardenUrl },
] as const;

export function AiBackgroundPage() {
  const { t, i18n } = useTranslation('ai-background');
  const article = articleOf(i18n, 'ai-background');
  const examples = sectionOf(article, 'examples');
  const travel = sectionOf(article, 'travel');
  return (
    <LandingPage
      page="aiBackground"
      comparison={<TypedScene from={scenes[1]} to={scenes[0]} />}
      footer={<BackgroundWords className="mt-4 flex-none" />}
    >
      <Steps section={sectionOf(article, 'steps')} />
      <Section heading={examples.title} intro={examples.blocks}>
        <figure>
          <ul className="grid gap-x-3 gap-y-6 sm:grid-cols-3">
            {scenes.map(({ id, url }) => (
              <li key={id}>
                <img
                  src={url}
                  alt=""
                  width="720"
                  height="540"
                  loading="lazy"
                  className="h-auto w-full rounded-md border border-line"
                />
                <p className="mt-1.5 text-soft">{t(`example.${id}`)}</p>
              </li>
            ))}
          </ul>
          <figcaption className="mt-5 text-13 text-faint">{t('examples.caption')}</figcaption>
        </figure>
      </Section>
      <Section heading={travel.title}>
        <Points points={travel.sections} />
      </Section>
      <Questions section={sectionOf(article, 'questions')} />
      <Neighbours pages={['single', 'productPhoto', 'ecommerce', 'privacy']} />
    </LandingPage>
  );
}
