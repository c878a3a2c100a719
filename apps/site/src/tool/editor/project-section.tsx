import type { Segmentation } from '@isola/segmenter';
import { Button } from '@isola/ui/button';
import { FileDown, FileUp, Save } from 'lucide-react';
import { type ChangeEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { PhotoDocument } from '../document/photo-document.ts';
import { download } from '../download.ts';
import { FailureBanner } from '../failure-banner.tsx';
import { workOf } from '../keep/document-keeper.ts';
import { KeepError, type KeepErrorCode } from '../keep/keep-error.ts';
import { applied, readRecipeFile, recipeEnding, recipeFile } from '../keep/recipe-file.ts';
import { siteKeeper } from '../keep/site-keep.ts';
import type { Failure } from '../removal.ts';
import { safeFileName } from '../safe-file-name.ts';
import { failureOf } from './create-rendering.ts';

type Outcome =
  | { readonly state: 'idle' | 'saving' | 'saved' | 'recipeSaved' | 'applied' }
  | { readonly state: 'refused'; readonly code: KeepErrorCode }
  | { readonly state: 'failed'; readonly failure: Failure };

/** Takes the work away as a file, and says how long this device keeps it. */
export function ProjectSection({ document, result }: { document: PhotoDocument; result: Segmentation }) {
  const { t } = useTranslation('editor');
  const kept = useSyncExternalStore(siteKeeper.subscribe, () => siteKeeper.stateOf(document));
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' });
  const input = useRef<HTMLInputElement>(null);

  const nameOf = (ending: string) => safeFileName(document.photo.name, { fallback: t('tool:photo.fileName'), ending });
  const attempt = async (work: () => Promise<'saved' | 'applied'>) => {
    setOutcome({ state: 'saving' });
    try {
      setOutcome({ state: await work() });
    } catch (error) {
      setOutcome(
        error instanceof KeepError
          ? { state: 'refused', code: error.code }
          : { state: 'failed', failure: failureOf(error) },
      );
    }
  };
  const saveProject = () =>
    attempt(async () => {
      const { projectEnding, writeProject } = await import('../keep/project-file.ts');
      download(await writeProject(workOf(document, result)), nameOf(projectEnding));
      return 'saved';
    });
  const saveRecipe = () => {
    download(recipeFile(document.history.getSnapshot().state), nameOf(recipeEnding));
    setOutcome({ state: 'recipeSaved' });
  };
  const apply = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0];
    if (!file) return;
    void attempt(async () => {
      const other = await readRecipeFile(file);
      // What stands now: steps may have been taken while the file was read.
      document.history.step('recipe', applied(other, document.history.getSnapshot().state, result));
      return 'applied';
    });
    // The same file once more is a choice, too.
    if (input.current) input.current.value = '';
  };

  return (
    <section aria-label={t('keep.project')} className="flex flex-col gap-4">
      <p
        aria-live="polite"
        data-slot="keep-state"
        data-state={kept}
        className={kept === 'kept' || kept === 'keeping' ? 'text-13 text-soft' : 'text-13 text-ink'}
      >
        {t(`keep.state.${kept}`)}
        {siteKeeper.isHistoryLost(document) && ` ${t('keep.historyLost')}`}
      </p>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button
          loading={outcome.state === 'saving'}
          onClick={() => void saveProject()}
          className="basis-full pointer-coarse:h-11"
        >
          {outcome.state !== 'saving' && <Save aria-hidden />}
          {t('keep.saveProject')}
        </Button>
        <Button onClick={saveRecipe} className="px-2 pointer-coarse:h-11">
          <FileDown aria-hidden />
          {t('keep.saveRecipe')}
        </Button>
        <Button onClick={() => input.current?.click()} className="px-2 pointer-coarse:h-11">
          <FileUp aria-hidden />
          {t('keep.applyRecipe')}
        </Button>
        {/* Any file may be chosen: phones know no type for this ending. What it is, its contents tell. */}
        <input ref={input} type="file" hidden onChange={apply} />
      </div>
      <p role="status" className="text-13 empty:-mt-4">
        {outcome.state === 'saved' && t('keep.saved')}
        {outcome.state === 'recipeSaved' && t('keep.recipeSaved')}
        {outcome.state === 'applied' && t('keep.applied')}
      </p>
      {outcome.state === 'refused' && (
        <p role="alert" data-code={outcome.code} className="text-13 text-danger">
          {t(`keep.error.${outcome.code}`)}
        </p>
      )}
      {outcome.state === 'failed' && (
        <FailureBanner failure={outcome.failure} onDismiss={() => setOutcome({ state: 'idle' })} />
      )}
      <p className="text-12 text-faint">{t('keep.hint')}</p>
    </section>
  );
}
