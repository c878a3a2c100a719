import { formatMegabytes, formatNumber, formatPercent, formatSeconds, type Locale } from '@isola/i18n';
import { type StageProgress as Progress, stages } from '@isola/segmenter';
import { StageProgress, type StageState } from '@isola/ui/stage-progress';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface SegmentationStagesProps {
  progress: Progress | undefined;
  stageStartedAtMs: number;
}

/** Stages that are listed. `complete` is not, because it involves no wait and the result itself shows it. */
const shown = stages.filter((stage) => stage !== 'complete');

/**
 * Progress of a segmentation in real numbers: bytes of the model, completed steps, or seconds if nothing can be
 * counted.
 */
export function SegmentationStages({ progress, stageStartedAtMs }: SegmentationStagesProps) {
  const { t, i18n } = useTranslation('tool');
  const elapsedMs = useElapsedMs(stageStartedAtMs);
  const current = stages.indexOf(progress?.stage ?? 'preprocessing');
  const rows = shown.map((stage, index) => {
    const active = index === current;
    const fraction = active && progress ? fractionOf(progress) : undefined;
    const detail = active && progress ? detailOf(progress, elapsedMs, i18n.language as Locale, t) : undefined;
    return {
      id: stage,
      label: t(`stage.${stage}`),
      state: stateOf(index, current),
      ...(fraction !== undefined && { fraction }),
      ...(detail !== undefined && { detail }),
    };
  });
  return <StageProgress label={t('stages.label')} stages={rows} />;
}

function stateOf(index: number, current: number): StageState {
  if (index === current) return 'active';
  return index < current ? 'done' : 'waiting';
}

/**
 * Returns the completed share of a stage, or undefined for work that reports no progress between its start and its end.
 */
function fractionOf({ stage, loaded, total, unit }: Progress): number | undefined {
  const inOnePiece = stage === 'segmenting' && unit === 'steps';
  const starting = stage === 'loading-model' && loaded === total;
  return inOnePiece || starting ? undefined : loaded / total;
}

function detailOf(progress: Progress, elapsedMs: number, locale: Locale, t: TFunction<'tool'>): string {
  const { stage, loaded, total, unit } = progress;
  if (fractionOf(progress) === undefined) {
    const words = stage === 'segmenting' ? 'stage.elapsed' : 'stage.starting';
    return t(words, { seconds: formatSeconds(locale, elapsedMs) });
  }
  switch (unit) {
    case 'bytes':
      return t('stage.bytes', { loaded: formatMegabytes(locale, loaded), total: formatMegabytes(locale, total) });
    case 'percent':
      return formatPercent(locale, loaded / total);
    case 'steps':
      return t('stage.steps', { loaded: formatNumber(locale, loaded), total: formatNumber(locale, total) });
    default:
      return unit satisfies never;
  }
}

/** Returns the elapsed time in ms, updated ten times a second. */
function useElapsedMs(startedAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, nowMs - startedAtMs);
}
