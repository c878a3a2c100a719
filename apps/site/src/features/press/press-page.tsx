import { Link as UiLink } from '@isola/ui/link';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

// oxlint-disable-next-line no-restricted-imports -- The rule forbids imports between features; this is an image.
import screenshotUrl from '../../../../../pictures/screenshots/single.jpg';
import { brandColours } from './brand-colours.ts';
import { CopiedText } from './copied-text.tsx';
import { LogoDownloads } from './logo-downloads.tsx';

const facts = ['name', 'kind', 'place', 'model', 'input', 'output', 'languages', 'price', 'licence', 'making'] as const;

const rules = ['space', 'size', 'colour', 'shape', 'ground', 'meaning'] as const;

/** Press page: texts, facts, logos and a screenshot for journalists. */
export function PressPage() {
  const { t } = useTranslation('press');
  return (
    <PageFrame page="press" lead={t('lead')} width="wide">
      <Section title={t('section.about')}>
        <p className="text-14 text-soft">{t('about.note')}</p>
        <div className="mt-6 flex flex-col gap-8">
          <CopiedText heading={t('about.short')} text={t('about.short.text')} copyLabel={t('copy.short')} />
          <CopiedText heading={t('about.long')} text={t('about.long.text')} copyLabel={t('copy.long')} />
        </div>
      </Section>

      <Section title={t('section.facts')}>
        <dl className="text-14">
          {facts.map((fact) => (
            <div
              key={fact}
              className="grid gap-x-6 border-b border-line py-2.5 first:pt-0 last:border-b-0 sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <dt className="text-faint">{t(`fact.${fact}.label`)}</dt>
              <dd>{t(`fact.${fact}.text`)}</dd>
            </div>
          ))}
        </dl>
      </Section>

      <Section title={t('section.logo')}>
        <p className="mb-6 max-w-[36em] text-16">{t('logo.intro')}</p>
        <LogoDownloads />
      </Section>

      <Section title={t('section.rules')}>
        <ul className="flex max-w-[36em] list-disc flex-col gap-1.5 ps-5 text-16 marker:text-faint">
          {rules.map((rule) => (
            <li key={rule}>{t(`rule.${rule}`)}</li>
          ))}
        </ul>
      </Section>

      <Section title={t('section.colours')}>
        <Colours />
      </Section>

      <Section title={t('section.screenshots')}>
        <figure>
          <img
            src={screenshotUrl}
            alt={t('screenshot.single.alt')}
            width="1440"
            height="900"
            loading="lazy"
            className="h-auto w-full rounded-md border border-line"
          />
          <figcaption className="mt-2 max-w-[46em] text-13 text-soft">{t('screenshot.single.caption')}</figcaption>
        </figure>
        <p className="mt-1 text-13">
          <UiLink href={screenshotUrl} download="isola-single.jpg">
            {t('screenshot.download')}
          </UiLink>
        </p>
      </Section>

      <Section title={t('section.contact')}>
        <p className="max-w-[36em] text-16">{t('contact.text')}</p>
        <p className="mt-2 text-16">
          <UiLink asChild>
            <PageLink page="feedback">{t('contact.link')}</PageLink>
          </UiLink>
        </p>
      </Section>
    </PageFrame>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-4 border-t border-line py-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <h2 className="text-18 font-semibold">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

function Colours() {
  const { t } = useTranslation('press');
  return (
    <Table caption={t('colour.caption')} captionHidden>
      <TableHead sticky={false}>
        <TableRow>
          <TableHeader className="ps-0">{t('colour.column.name')}</TableHeader>
          <TableHeader>{t('colour.column.hex')}</TableHeader>
          <TableHeader>{t('colour.column.oklch')}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {brandColours.map(({ id, hex, oklch }) => (
          <TableRow key={id}>
            <TableHeader scope="row" className="ps-0 whitespace-normal!">
              <span className="flex items-center gap-3">
                {/* An SVG instead of a CSS background: the colour is data, and the policy forbids inline styles. */}
                <svg aria-hidden viewBox="0 0 24 24" className="size-6 flex-none rounded-sm border border-line">
                  <rect width="24" height="24" fill={hex} />
                </svg>
                {t(`colour.${id}`)}
              </span>
            </TableHeader>
            <TableCell className="font-mono">{hex}</TableCell>
            <TableCell className="font-mono whitespace-nowrap">{oklch}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
