import { Button } from '@isola/ui/button';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Takes the text out, and says whether that worked; of another text it says nothing yet. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('feedback');
  const [last, setLast] = useState<{ readonly text: string; readonly outcome: 'done' | 'failed' }>();
  const state = last?.text === text ? last.outcome : 'idle';
  const copy = async () => {
    try {
      // An insecure origin has no clipboard: then this throws, too.
      await navigator.clipboard.writeText(text);
      setLast({ text, outcome: 'done' });
    } catch {
      setLast({ text, outcome: 'failed' });
    }
  };
  return (
    <Button size="sm" data-state={state} onClick={() => void copy()}>
      {state === 'done' ? <Check aria-hidden /> : <Copy aria-hidden />}
      {t(`copy.${state}`)}
    </Button>
  );
}
