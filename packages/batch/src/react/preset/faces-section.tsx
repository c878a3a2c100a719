import { Switch } from '@isola/ui/switch';
import { useTranslation } from 'react-i18next';

import { useBatch, useBatchState } from '../batch-context.tsx';

/** Switch that makes the faces in all images unrecognisable. */
export function FacesSection() {
  const { t } = useTranslation(['batch', 'editor']);
  const batch = useBatch();
  const blursFaces = useBatchState(({ preset }) => preset.blursFaces ?? false);
  const choose = (isOn: boolean) => {
    const { blursFaces: _, ...preset } = batch.getState().preset;
    batch.setPreset(isOn ? { ...preset, blursFaces: true } : preset);
  };
  return (
    <Switch checked={blursFaces} onCheckedChange={choose} description={t('preset.blurHint')}>
      {t('editor:retouch.blurFaces')}
    </Switch>
  );
}
