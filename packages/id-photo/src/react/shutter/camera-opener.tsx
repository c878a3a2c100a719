import { useEditorHost, useImageImport } from '@isola/editor/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Camera } from 'lucide-react';
import { type ComponentType, useRef, useState } from 'react';

import type { FaceSearch } from '../../faces/create-face-search.ts';
import { type ChosenId, documentOf, type PhotoWorkState } from '../photo-work.ts';
import { useWords } from '../use-words.ts';
import type { CameraDialogProps } from './camera-dialog.tsx';

export interface CameraOpenerProps {
  faces: FaceSearch;
  state: Pick<PhotoWorkState, 'documentId' | 'ownSize'>;
  documentId: ChosenId;
}

type Opened = 'closed' | 'failed' | ComponentType<CameraDialogProps>;

/** Button that opens the camera. Its code is loaded with the press. */
export function CameraOpener({ faces, state, documentId }: CameraOpenerProps) {
  const { t, fullName } = useWords();
  const { take } = useImageImport();
  const { footer } = useEditorHost();
  const [opened, setOpened] = useState<Opened>('closed');
  const opener = useRef<HTMLButtonElement>(null);
  const document = documentOf(state);

  const open = () => {
    faces.prepare();
    import('./camera-dialog.tsx').then(
      ({ CameraDialog }) => setOpened(() => CameraDialog),
      () => setOpened('failed'),
    );
  };
  const close = () => {
    setOpened('closed');
    requestAnimationFrame(() => opener.current?.focus());
  };
  const onPicture = (file: File) => {
    setOpened('closed');
    take([file]);
  };
  const OpenedDialog = typeof opened === 'string' ? undefined : opened;
  return (
    <div className="flex flex-col items-center gap-3 p-6">
      <Button ref={opener} onClick={open} className="pointer-coarse:h-11">
        <Camera aria-hidden />
        {t('view.shutter.open')}
      </Button>
      {opened === 'failed' && <Banner tone="warning" title={t('view.shutter.crashed')} />}
      {OpenedDialog && (
        <OpenedDialog
          faces={faces}
          document={document}
          documentName={fullName(documentId)}
          footer={footer}
          onPicture={onPicture}
          onClose={close}
        />
      )}
    </div>
  );
}
