import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Editor } from '../../editor.ts';
import { type Ready, watchWork } from '../../rendering/watch-work.ts';

/** Announces to screen readers that the cutout or the result is ready. */
export function Announcer({ editor: { document, rendering } }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const [ready, setReady] = useState<Ready>('nothing');
  useEffect(() => watchWork(document, rendering, setReady), [document, rendering]);
  return (
    <p role="status" data-slot="announcer" className="sr-only">
      {ready !== 'nothing' && t(`help.said.${ready}`)}
    </p>
  );
}
