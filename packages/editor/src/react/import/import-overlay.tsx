import { CutLine } from '@isola/ui/cut-line';
import { useTranslation } from 'react-i18next';

import { useEditorHost } from '../session/editor-host.tsx';
import { useImageImport } from './image-import.tsx';
import { PastedUrl } from './pasted-url.tsx';

/** What lies over the page while something is on its way in. */
export function ImportOverlay() {
  const { take, state, address, setAddress } = useImageImport();
  const { fetchImage } = useEditorHost();
  return (
    <>
      {state === 'over' && <WindowTarget />}
      {address && fetchImage && (
        <PastedUrl
          fetchImage={fetchImage}
          pasted={address}
          onImage={(image) => take([image])}
          onEnd={() => setAddress(undefined)}
        />
      )}
    </>
  );
}

/** The cut line round the window, while a file is over it. */
function WindowTarget() {
  const { t } = useTranslation('tool');
  return (
    <div className="pointer-events-none fixed inset-2 z-50">
      <CutLine state="running" radiusPx={16} />
      <p className="absolute inset-x-0 bottom-6 text-center">
        <span className="rounded-md border border-line bg-sheet px-4 py-2 text-14 font-medium shadow-float">
          {t('drop.release')}
        </span>
      </p>
    </div>
  );
}
