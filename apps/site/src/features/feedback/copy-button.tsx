import { Button } from '@isola/ui/button';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { useCopyText } from '#shell/use-copy-text.ts';

/** Button that copies the text and shows whether that worked. The result is reset when the text changes. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('feedback');
  const [state, copy] = useCopyText(text);
  return (
    <Button size="sm" data-state={state} onClick={() => void copy()}>
      {state === 'done' ? <Check aria-hidden /> : <Copy aria-hidden />}
      {t(`copy.${state}`)}
    </Button>
  );
}
