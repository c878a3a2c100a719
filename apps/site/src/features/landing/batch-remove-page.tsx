import { articleOf, sectionOf } from '@isola/i18n';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useTranslation } from 'react-i18next';

import { useBatchToasts } from '#shell/use-batch-toasts.ts';
import { BatchTool } from '#tool/batch-tool.tsx';

import { LandingPage } from './landing-page.tsx';
import { Neighbours } from './neighbours.tsx';
import { Points } from './points.tsx';
import { Questions } from './questions.tsx';
import { Section } from './section.tsx';
import { SeriesComparison } from './series-comparison.tsx';
import { Steps } from './steps.tsx';

const fileNames = [
  { camera: 'IMG_2041.JPG', yours: 'mug-teal-01.jpg', result: 'mug-teal-01-cutout.png' },
  { camera: 'IMG_2042.JPG', yours: 'mug-teal-02.jpg', result: 'mug-teal-02-cutout.png' },
  { camera: 'DSC00318.JPG', yours: 'chair-oak-01.jpg', result: 'chair-oak-01-cutout.png' },
] as const;

export function BatchRemovePage() {
  const { t, i18n } = useTranslation('batch-remove');
  const article = articleOf(i18n, 'batch-remove');
  const series = sectionOf(article, 'series');
  const names = sectionOf(article, 'names');
  const edges = sectionOf(article, 'edges');
  const onEvent = useBatchToasts();
  return (
    <LandingPage
      page="batchRemove"
      comparison={<SeriesComparison />}
      renderTool={(onFilled) => <BatchTool layout="panel" heading={null} onEvent={onEvent} onFilled={onFilled} />}
    >
      <Section heading={series.title} intro={series.blocks}>
        <Points points={series.sections} />
      </Section>
      <Section heading={names.title} intro={names.blocks}>
        <Table caption={t('names.caption')}>
          <TableHead sticky={false}>
            <TableRow>
              <TableHeader>{t('names.camera')}</TableHeader>
              <TableHeader>{t('names.yours')}</TableHeader>
              <TableHeader>{t('names.result')}</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody className="font-mono whitespace-nowrap">
            {fileNames.map(({ camera, yours, result }) => (
              <TableRow key={camera}>
                <TableCell className="text-soft!">{camera}</TableCell>
                <TableCell>{yours}</TableCell>
                <TableCell>{result}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Section>
      <Steps section={sectionOf(article, 'steps')} />
      <Section heading={edges.title} intro={edges.blocks}>
        <Points points={edges.sections} />
      </Section>
      <Questions section={sectionOf(article, 'questions')} />
      <Neighbours pages={['batch', 'ecommerce', 'productPhoto', 'api']} />
    </LandingPage>
  );
}
