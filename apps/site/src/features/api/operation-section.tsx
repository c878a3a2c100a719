import { Badge } from '@isola/ui/badge';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { AnswerTable } from './answer-table.tsx';
import { CodeBlock } from './code-block.tsx';
import { FieldTable } from './field-table.tsx';
import { plannedApi } from './planned-api.ts';
import type { ApiOperation } from './read-api.ts';
import { SampleTabs } from './sample-tabs.tsx';
import { useDocumentWords } from './use-document-words.ts';

/** Section about one operation of the API: its parameters, responses, JSON fields and code samples. */
export function OperationSection({ id, method, path, inputs, answers }: ApiOperation) {
  const { t } = useTranslation('api-reference');
  const words = useDocumentWords();
  const operation = words(`op.${id}.summary`);
  const json = answers.find(({ status, schema }) => status.startsWith('2') && schema !== undefined);
  return (
    <section aria-labelledby={id} className="border-t border-line pt-10">
      <h2 id={id} className="scroll-mt-8 text-22 font-semibold">
        {operation}
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 font-mono text-14" translate="no">
        <Badge>{method}</Badge>
        <code className="min-w-0 wrap-anywhere">{path}</code>
      </p>
      <p className="mt-3 max-w-160 text-soft">{words(`op.${id}.text`)}</p>

      <Part title={t('inputs.title')}>
        {inputs.length > 0 ? (
          <FieldTable
            caption={t('inputs.caption', { operation })}
            fields={inputs}
            meaningOf={(name) => words(`param.${name}`)}
          />
        ) : (
          <p className="mt-1 text-soft">{t('inputs.none')}</p>
        )}
      </Part>
      <Part title={t('answers.title')}>
        <AnswerTable caption={t('answers.caption', { operation })} answers={answers} />
      </Part>
      {json?.schema && (
        <Part title={t('json.title')}>
          <FieldTable
            caption={t('json.caption', { operation })}
            fields={plannedApi.schemas[json.schema] ?? []}
            meaningOf={(name) => words(`field.${json.schema}.${name}`)}
          />
          {json.example && <CodeBlock label={t('json.example', { operation })} code={json.example} className="mt-4" />}
        </Part>
      )}
      <Part title={t('samples.title')}>
        <SampleTabs id={id} name={operation} />
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-8 text-16 font-semibold">{title}</h3>
      {children}
    </>
  );
}
