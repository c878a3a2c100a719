import { findSoftestPlace } from '@isola/imaging';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';

import type { Editor } from '../../editor.ts';
import type { MatteEdits } from '../../schema/document-state.ts';
import { FringeInspector, type FringeSources } from './fringe-inspector.tsx';

/** Fringe inspector of an editor. It measures the colour fringe along the current edge while the inspector is open. */
export function FringeCheck({ editor }: { editor: Editor }) {
  const { document, stageImages: pictures, rendering, segmentation: result } = editor;
  const [isOpen, setOpen] = useState(false);
  const edits = useStore(document.history, ({ state }) => (isOpen ? state.matte : undefined));
  useStore(rendering, (state) => (isOpen ? state.cutoutVersion : undefined));
  const [measured, setMeasured] = useState<{ readonly of: MatteEdits; readonly score: number }>();
  useEffect(() => {
    if (!edits) return undefined;
    const own = new AbortController();
    rendering.measureFringe(own.signal).then(
      (score) => setMeasured({ of: edits, score }),
      () => {
        // No score is shown: the measurement was aborted, or the rendering reports its failure.
      },
    );
    return () => own.abort();
  }, [rendering, edits]);

  const doubtful = useMemo(() => findSoftestPlace(result.matte), [result]);
  // The sources are created in every render, so that each new version of the cutout is drawn.
  const sources: FringeSources = {
    widthPx: result.widthPx,
    heightPx: result.heightPx,
    doubtful,
    drawCutout: (context, rect) => pictures.cutout().draw(context, rect, context.getTransform().a),
  };
  const score = measured && measured.of === edits ? measured.score : undefined;
  return <FringeInspector document={document} sources={sources} score={score} onOpenChange={setOpen} />;
}
