import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useTranslation } from 'react-i18next';

import { useBatchToasts } from '#shell/use-batch-toasts.ts';
import { BatchTool } from '#tool/batch-tool.tsx';

import { landingData } from './landing-data.ts';
import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import { Points } from './points.tsx';
import { Questions } from './questions.tsx';
import { Section } from './section.tsx';
import { SeriesComparison } from './series-comparison.tsx';
import { Steps } from './steps.tsx';

const { steps, questions } = landingData.batchRemove;
const advice = ['fix', 'light', 'ground', 'size'] as const;
const checks = ['halo', 'holes', 'feet', 'size'] as const;
const names = [
  { camera: 'IMG_2041.JPG', yours: 'mug-teal-01.jpg', result: 'mug-teal-01-cutout.png' },
  { camera: 'IMG_2042.JPG', yours: 'mug-teal-02.jpg', result: 'mug-teal-02-cutout.png' },
  { camera: 'DSC00318.JPG', yours: 'chair-oak-01.jpg', result: 'chair-oak-01-cutout.png' },
] as const;

export function BatchRemovePage() {
  const { t } = useTranslation('batch-remove');
  const onEvent = useBatchToasts();
  return (
    <LandingPage
      page="batchRemove"
      lead={t('lead')}
      comparison={<SeriesComparison />}
      renderTool={(onFilled) => <BatchTool layout="panel" heading={null} onEvent={onEvent} onFilled={onFilled} />}
    >
      <Section heading={t('series.heading')} intro={t('series.text')}>
        <Points points={advice.map((id) => ({ id, title: t(`series.${id}.title`), text: t(`series.${id}.text`) }))} />
      </Section>
      <Section heading={t('names.heading')} intro={t('names.text')}>
        <Table caption={t('names.caption')}>
          <TableHead sticky={false}>
            <TableRow>
              <TableHeader>{t('names.camera')}</TableHeader>
              <TableHeader>{t('names.yours')}</TableHeader>
              <TableHeader>{t('names.result')}</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody className="font-mono whitespace-nowrap">
            {names.map(({ camera, yours, result }) => (
              <TableRow key={camera}>
                <TableCell className="text-soft!">{camera}</TableCell>
                <TableCell>{yours}</TableCell>
                <TableCell>{result}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Section>
      <Steps steps={steps.map((id) => ({ id, title: t(`step.${id}.title`), text: t(`step.${id}.text`) }))} />
      <Section heading={t('edges.heading')} intro={t('edges.text')}>
        <Points points={checks.map((id) => ({ id, title: t(`edges.${id}.title`), text: t(`edges.${id}.text`) }))} />
      </Section>
      <Questions
        questions={questions.map((id) => ({ id, question: t(`q.${id}.question`), answer: t(`q.${id}.answer`) }))}
      />
      <Neighbours pages={['batch', 'ecommerce', 'productPhoto', 'api']} />
    </LandingPage>
  );
}
