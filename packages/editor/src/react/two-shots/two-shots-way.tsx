import { Button } from '@isola/ui/button';
import { Dialog, DialogContent, DialogTrigger } from '@isola/ui/dialog';
import { GlassWater } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { computedImage } from '../../import/computed-image.ts';
import { failureOf } from '../../import/open-file.ts';
import type { Failure } from '../../model/failure.ts';
import { releaseImage } from '../../model/source-image.ts';
import { useImageImport } from '../import/import-context.ts';
import { useSession } from '../session/editor-host.tsx';
import { TwoShotsForm } from './two-shots-form.tsx';
import type { TwoShotsOptions } from './use-two-shots.ts';

export type TwoShotsWayProps = Pick<TwoShotsOptions, 'combine'>;

/** Button with a dialog that computes the exact transparency of an object from two photographs, and opens the result. */
export function TwoShotsWay(options: TwoShotsWayProps) {
  const { t, i18n } = useTranslation('two-shots');
  const session = useSession();
  const { dismissNote } = useImageImport();
  const [isOpen, setOpen] = useState(false);
  // Like the code, the texts are an optional part of the page. Without them, the page works as before.
  if (!i18n.hasResourceBundle(i18n.language, 'two-shots')) return null;

  const openImage = async (file: File, signal: AbortSignal): Promise<Failure | undefined> => {
    try {
      const image = await computedImage(file, file.name, signal);
      if (signal.aborted || !(await session.mayReplace())) releaseImage(image);
      else {
        dismissNote();
        session.resume(image, true);
      }
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  };
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" className="pointer-coarse:h-11">
          <GlassWater aria-hidden />
          {t('open')}
        </Button>
      </DialogTrigger>
      <DialogContent title={t('title')} description={t('description')} closeLabel={t('close')}>
        <TwoShotsForm {...options} onImage={openImage} onClose={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}
