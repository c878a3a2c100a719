import { Button } from '@isola/ui/button';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { useCopyText } from '#shell/use-copy-text.ts';

export interface CopiedTextProps {
  heading: string;
  text: string;
  /** Label of the button. */
  copyLabel: string;
}

/** Text with a button that copies it and confirms the copy. */
export function CopiedText({ heading, text, copyLabel }: CopiedTextProps) {
  const { t } = useTranslation('press');
  const [outcome, copy] = useCopyText(text);
  return (
    <div>
      <h3 className="text-14 font-medium text-faint">{heading}</h3>
      <p className="mt-1 max-w-[36em] text-16">{text}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" onClick={() => void copy()}>
          {outcome === 'done' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copyLabel}
        </Button>
        <p role="status" className="text-13 text-soft">
          {outcome !== 'idle' && t(`copy.${outcome}`)}
        </p>
      </div>
    </div>
  );
}
