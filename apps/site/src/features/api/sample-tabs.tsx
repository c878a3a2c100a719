import { Tabs, TabsContent, TabsList, TabsTrigger } from '@isola/ui/tabs';
import { useTranslation } from 'react-i18next';

import { CodeBlock } from './code-block.tsx';
import { sampleLanguages, samplesOf } from './code-samples.ts';

export interface SampleTabsProps {
  /** Id of the operation. */
  id: string;
  /** Translated name of the operation. */
  name: string;
}

/** Code samples of an operation, with one tab for each programming language. */
export function SampleTabs({ id, name }: SampleTabsProps) {
  const { t } = useTranslation('api-reference');
  const samples = samplesOf(id);
  return (
    <>
      <p className="mt-1 text-13 text-soft">{t('samples.note')}</p>
      <Tabs defaultValue="curl" className="mt-2">
        <TabsList label={t('samples.label', { operation: name })}>
          {sampleLanguages.map((language) => (
            <TabsTrigger key={language} value={language}>
              {language}
            </TabsTrigger>
          ))}
        </TabsList>
        {sampleLanguages.map((language) => (
          <TabsContent key={language} value={language} forceMount tabIndex={-1} className="pt-3">
            <CodeBlock
              label={t('samples.code', { operation: name, language })}
              code={samples[language]}
              className="max-h-120 overflow-y-auto"
            />
          </TabsContent>
        ))}
      </Tabs>
    </>
  );
}
