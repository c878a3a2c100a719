import { FailureBanner } from '@isola/editor/react';
import { Button } from '@isola/ui/button';

import { useWords } from '../use-words.ts';
import type { FailedFile } from './use-photo-file.ts';

/** Says why a photo could not be made, with a button that makes it again. */
export function FailedPhoto({ file }: { file: FailedFile }) {
  const { t } = useWords();
  return (
    <FailureBanner
      failure={file.failure}
      actions={
        <Button size="sm" onClick={file.retry}>
          {t('tool:retry')}
        </Button>
      }
    />
  );
}
