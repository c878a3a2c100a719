import { Badge } from '@isola/ui/badge';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { CodeBlock } from './code-block.tsx';
import { FactList } from './fact-list.tsx';
import { FieldTable } from './field-table.tsx';
import { PageContents } from './page-contents.tsx';
import {
  answerHeaders,
  batchRequests,
  cutoutOptions,
  errorCodes,
  removebgParameters,
  serverSamples,
  settings,
} from './removal-server.ts';

const basics = ['address', 'key', 'images', 'limit', 'kept'] as const;
const sections = ['start', 'basics', 'move', 'removebg', 'headers', 'cutout', 'batches', 'errors', 'settings'] as const;
type SectionId = (typeof sections)[number];

/** Reference of the removal server, which the visitor runs on their own computer. */
export function RemovalServerPage() {
  const { t } = useTranslation('removal-server');
  return (
    <PageFrame page="removalServer" width="wide" lead={t('lead')}>
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <PageContents sections={sections.map((id) => ({ id, name: t(`${id}.title`) }))} />
        <div className="flex min-w-0 flex-col gap-12">
          <Section id="start" text={t('start.text')}>
            <CodeBlock label={t('start.label')} code={serverSamples.start} className="mt-4" />
          </Section>
          <Section id="basics">
            <FactList
              facts={basics.map((id) => ({ id, title: t(`basics.${id}.title`), text: t(`basics.${id}.text`) }))}
            />
          </Section>
          <Section id="move" text={t('move.text')} />
          <Section id="removebg" request="POST /v1.0/removebg" text={t('removebg.text')}>
            <FieldTable
              caption={t('removebg.title')}
              fields={removebgParameters}
              meaningOf={(name) => t(`param.${name as (typeof removebgParameters)[number]['name']}`)}
            />
          </Section>
          <Section id="headers">
            <MeaningTable
              caption={t('headers.title')}
              rows={answerHeaders.map(({ id, names }) => ({ names, meaning: t(`header.${id}`) }))}
            />
          </Section>
          <Section id="cutout" request="POST /v1/cutouts" text={t('cutout.text')}>
            <CodeBlock label={t('cutout.label')} code={serverSamples.cutout} className="mt-4" />
            <FieldTable
              caption={t('cutout.title')}
              fields={cutoutOptions}
              meaningOf={(name) => t(`cutout.${name as (typeof cutoutOptions)[number]['name']}`)}
            />
          </Section>
          <Section id="batches" request="POST /v1/batches" text={t('batches.text')}>
            <CodeBlock label={t('batches.label')} code={serverSamples.batches} className="mt-4" />
            <MeaningTable
              caption={t('batches.title')}
              rows={batchRequests.map(({ id, request }) => ({ names: [request], meaning: t(`batch.${id}`) }))}
            />
          </Section>
          <Section id="errors" text={t('errors.text')}>
            <ErrorTable />
          </Section>
          <Section id="settings" text={t('settings.text')}>
            <FieldTable
              caption={t('settings.title')}
              fields={settings}
              meaningOf={(name) => t(`setting.${name as (typeof settings)[number]['name']}`)}
            />
          </Section>
        </div>
      </div>
    </PageFrame>
  );
}

interface SectionProps {
  id: SectionId;
  text?: string;
  /** Method and path of the request that the section describes. */
  request?: string;
  children?: ReactNode;
}

function Section({ id, text, request, children }: SectionProps) {
  const { t } = useTranslation('removal-server');
  const [method, path] = request?.split(' ') ?? [];
  return (
    // The section is no landmark: its table, which scrolls on a phone, is one with the same name.
    <section>
      <h2 id={id} className="scroll-mt-8 text-22 font-semibold">
        {t(`${id}.title`)}
      </h2>
      {request && (
        <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 font-mono text-14" translate="no">
          <Badge>{method}</Badge>
          <code className="min-w-0 wrap-anywhere">{path}</code>
        </p>
      )}
      {text && <p className="mt-3 max-w-160 text-soft">{text}</p>}
      {children}
    </section>
  );
}

interface MeaningTableProps {
  caption: string;
  rows: readonly { readonly names: readonly string[]; readonly meaning: string }[];
}

/** Table of names and their meanings. Names in one row share a meaning. */
function MeaningTable({ caption, rows }: MeaningTableProps) {
  const { t } = useTranslation('api-reference');
  return (
    <Table caption={caption} captionHidden className="mt-3">
      <TableHead sticky={false}>
        <TableRow>
          <TableHeader className="ps-0">{t('column.name')}</TableHeader>
          <TableHeader className="w-full">{t('column.meaning')}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ names, meaning }) => (
          <TableRow key={names[0]}>
            <TableHeader scope="row" className="ps-0 align-top max-sm:min-w-40">
              <Codes names={names} />
            </TableHeader>
            <TableCell className="min-w-40 align-top">{meaning}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ErrorTable() {
  const { t } = useTranslation('removal-server');
  const { t: reference } = useTranslation('api-reference');
  return (
    <Table caption={t('errors.title')} captionHidden className="mt-3">
      <TableHead sticky={false}>
        <TableRow>
          <TableHeader className="ps-0">{reference('column.status')}</TableHeader>
          <TableHeader>{reference('column.code')}</TableHeader>
          <TableHeader className="w-full">{reference('column.meaning')}</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {([400, 403, 404, 408, 409, 429, 431, 500, 501, 503] as const).map((status) => (
          <TableRow key={status}>
            <TableHeader scope="row" className="ps-0 align-top font-mono">
              {status}
            </TableHeader>
            <TableCell className="align-top">
              <Codes names={errorCodes[status]} />
            </TableCell>
            <TableCell className="min-w-40 align-top">{t(`error.${status}`)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Names as code, each on a line. On phones a path can be broken after its slashes. */
function Codes({ names }: { names: readonly string[] }) {
  return (
    <span translate="no">
      {names.map((name) => (
        <Fragment key={name}>
          <code className="font-mono">
            {name.split(/(?<=\/)/).map((part) => (
              <Fragment key={part}>
                {part}
                <wbr className="sm:hidden" />
              </Fragment>
            ))}
          </code>
          <br />
        </Fragment>
      ))}
    </span>
  );
}
