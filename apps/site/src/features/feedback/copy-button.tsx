import { Button } from '@isola/ui/button';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { useCopyText } from '#shell/use-copy-text.ts';

/** Takes the text out, and says whether that worked; of another text it says nothing yet. */
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
