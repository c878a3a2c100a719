import { useTranslation } from 'react-i18next';

import type { StepName } from '../registry/step-names.ts';

/** @returns what a step is called, in the reader's language. */
export function useStepWords(): (step: StepName) => string {
  const { t } = useTranslation('editor');
  return (step) => t(`step.${step}`);
}
